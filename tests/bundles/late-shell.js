// No page can be rendered, and the first eight app shells fail.
let shells = 0;

export function render() {
  throw new Error("planned failure");
}

export function shell(page) {
  if (shells++ < 8) throw new Error("planned failure of a shell");
  page.head();
  page.write("<p>shell</p>");
}
