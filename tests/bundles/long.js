// Long pages, and one whose render never ends.

const long = (parts) => (id) => {
  for (let part = 0; part < parts; part++) marquee.write(id, `<p>${part}</p>`.padEnd(1024));
};

const pages = {
  "/long": long(2000),
  // More than fits into the buffers between the server and a client that does not read.
  "/huge": long(8000),
  "/floods": (id) => {
    const much = "<p>more</p>".repeat(100_000);
    for (;;) marquee.write(id, much);
  },
  // 16 MiB, which is the limit, and a byte more.
  "/longest": (id) => marquee.write(id, "x".repeat(16 << 20)),
  "/too-long": (id) => marquee.write(id, "x".repeat((16 << 20) + 1)),
  "/loops": () => {
    for (;;);
  },
  // Text with non-BMP characters and a lone surrogate.
  "/text": (id) => marquee.write(id, "中文 é 🎰 \ud800 end"),
};

// Any other path is a short page, so that this can be a whole site.
const short = (id) => marquee.write(id, "<p>short</p>");

export function render(id, { page: { path } }) {
  marquee.head(id);
  (pages[path] ?? short)(id);
}
