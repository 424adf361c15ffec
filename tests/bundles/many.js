// Every page takes a few milliseconds, and has the total number of renders. Pages at
// paths that begin with `/hangs` never end; every page has a shell.
let renders = 0;

export function render(id, { page }) {
  for (const begun = Date.now(); Date.now() - begun < 3 || page.path.startsWith("/hangs"); );
  renders++;
  marquee.head(id);
  marquee.write(id, `<p>render ${renders}</p>`);
}

export function shell(id) {
  marquee.head(id);
  marquee.write(id, "<p>shell</p>");
}
