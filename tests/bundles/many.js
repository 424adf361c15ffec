// Every page takes a few milliseconds, and has the parts of a page and the total number of
// renders. Pages at paths that begin with `/hangs` never end; every page has a shell.
let renders = 0;

export function render(id, { page }) {
  for (const begun = Date.now(); Date.now() - begun < 3 || page.path.startsWith("/hangs"); );
  renders++;
  marquee.head(id);
  const main = `<main><h1>render ${renders}</h1></main>`;
  marquee.write(id, `<header></header>${main}<footer></footer><i id="state"></i>`);
}

export function shell(id) {
  marquee.head(id);
  marquee.write(id, "<p>shell</p>");
}
