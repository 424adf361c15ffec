// Every page takes a few milliseconds, and has the parts of a page and the total number of
// renders. Pages at paths that begin with `/hangs` never end; every page has a shell.
let renders = 0;

export function render(page, { page: { path } }) {
  for (const begun = Date.now(); Date.now() - begun < 3 || path.startsWith("/hangs"); );
  renders++;
  page.head();
  const main = `<main><h1>render ${renders}</h1></main>`;
  page.write(`<header></header>${main}<footer></footer><i id="state"></i>`);
}

export function shell(page) {
  page.head();
  page.write("<p>shell</p>");
}
