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

export function render(page, request) {
  const html = pages[request.page.path]?.(request) ?? "<p>not here</p>";
  page.head();
  page.write(html);
}

export function shell(page, request) {
  page.head();
  page.write(`<div id="app"></div><!-- shell of ${urlOf(request.page)} -->`);
}
