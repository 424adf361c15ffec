// Prints with every method of `console`.

export function render(page) {
  console.log("log one\ntwo", 3, null);
  console.debug("debug");
  console.info("info");
  console.trace("trace");
  console.warn("warn");
  console.error("error");
  console.log(Object.create(null));
  page.head();
  page.write("<p>printed</p>");
}
