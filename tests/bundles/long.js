// Long pages, and one whose render never ends.

const long = (parts) => (page) => {
  for (let part = 0; part < parts; part++) page.write(`<p>${part}</p>`.padEnd(1024));
};

const pages = {
  "/long": long(2000),
  // More than fits into the buffers between the server and a client that does not read.
  "/huge": long(8000),
  "/floods": (page) => {
    const much = "<p>more</p>".repeat(100_000);
    for (;;) page.write(much);
  },
  // 16 MiB, which is the limit, and a byte more.
  "/longest": (page) => page.write("x".repeat(16 << 20)),
  "/too-long": (page) => page.write("x".repeat((16 << 20) + 1)),
  "/loops": () => {
    for (;;);
  },
  // Text with non-BMP characters and a lone surrogate.
  "/text": (page) => page.write("中文 é 🎰 \ud800 end"),
};

// Any other path is a short page, so that this can be a whole site.
const short = (page) => page.write("<p>short</p>");

export function render(page, { page: { path } }) {
  page.head();
  (pages[path] ?? short)(page);
}
