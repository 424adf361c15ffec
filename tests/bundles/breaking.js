// A runtime starts slowly, and exhausts its heap when it renders a page again.

const START_MS = 300;

const begun = Date.now();
while (Date.now() - begun < START_MS);

const rendered = new Set();
const keyOf = ({ path, locale, isLocaleFixed }) => [path, locale, isLocaleFixed].join(" ");

export function shell(page) {
  page.head();
  page.write("<p>shell</p>");
}

export function render(page, request) {
  if (rendered.has(keyOf(request.page))) {
    const hoard = [];
    for (;;) hoard.push(new Array(1000).fill(hoard.length));
  }
  rendered.add(keyOf(request.page));
  page.head();
  page.write("<p>good</p>");
}
