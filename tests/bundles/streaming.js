// Pages of many chunks. `/endless` has no last one.

let abandoned = 0;

async function writeAll(id, parts) {
  for (let part = 0; part < parts; part++) {
    const text = `<p>${part}</p>`.padEnd(1024);
    if (marquee.write(id, text) || (await marquee.drained(id))) continue;
    abandoned++;
    return;
  }
}

const pages = {
  "/endless": async (id) => {
    marquee.head(id);
    await writeAll(id, Number.POSITIVE_INFINITY);
  },
  // Far more than fits into the buffers between engine and reader.
  "/long": async (id) => {
    marquee.head(id);
    await writeAll(id, 2000);
  },
  // More than fits into the buffers between the server and a client that does not read.
  "/huge": async (id) => {
    marquee.head(id);
    await writeAll(id, 8000);
  },
  "/ignores-advice": (id) => {
    marquee.head(id);
    for (;;) marquee.write(id, "<p>more</p>");
  },
  "/abandoned": (id) => {
    marquee.head(id);
    marquee.write(id, String(abandoned));
  },
  // Text with non-BMP characters and a lone surrogate.
  "/text": (id) => {
    marquee.head(id);
    marquee.write(id, "中文 é 🎰 \ud800 end");
  },
};

// Any other path is a short page, so that this can be a whole site.
const short = (id) => {
  marquee.head(id);
  marquee.write(id, "<p>short</p>");
};

export async function render(id, request) {
  await (pages[request.page.path] ?? short)(id);
}
