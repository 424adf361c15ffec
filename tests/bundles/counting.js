// Pages with the number of renders. `/` is slow, `/fails-later` succeeds once, `/fails`
// never; every page has a shell.
let renders = 0;
const good = new Set();

const urlOf = ({ path, locale, isLocaleFixed }) =>
  isLocaleFixed ? `${path}?lang=${locale}` : path;

const pages = {
  "/": () => {
    renders++;
    for (const begun = Date.now(); Date.now() - begun < 100; );
    return `<p>render ${renders}</p>`;
  },
  "/fails-later": ({ page }) => {
    if (good.has(urlOf(page))) throw new Error("planned failure");
    good.add(urlOf(page));
    return "<p>the only good one</p>";
  },
  "/fails": () => {
    throw new Error("planned failure");
  },
};

export function render(id, request) {
  const page = pages[request.page.path];
  const html = page ? page(request) : "<p>not here</p>";
  marquee.head(id);
  marquee.write(id, html);
}

export function shell(id, request) {
  marquee.head(id);
  marquee.write(id, `<div id="app"></div><!-- shell of ${urlOf(request.page)} -->`);
}
