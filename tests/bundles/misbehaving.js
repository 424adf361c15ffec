// A page for each kind of failure; `/` succeeds.

let poisoned = false;

const pages = {
  "/": (page) => {
    if (poisoned) throw new Error("planned poison");
    page.head();
    page.write("<p>good</p>");
  },
  "/throws": () => {
    throw new Error("planned failure");
  },
  "/rejects": async () => {
    await null;
    throw new Error("planned rejection");
  },
  "/rejects-late": (page) => {
    // An unhandled promise, rejected after its page is complete.
    Promise.resolve().then(() => Promise.resolve()).then(() => {
      throw new Error("planned late rejection");
    });
    pages["/"](page);
  },
  "/throws-after-first-chunk": async (page) => {
    page.head();
    page.write("<p>half a page");
    await null;
    throw new Error("planned failure in the middle");
  },
  "/loops": () => {
    for (;;);
  },
  "/loops-after-first-chunk": (page) => {
    page.head("<p>half a page");
    for (;;);
  },
  "/loops-in-regexp": () => /^(a+)+$/.test(`${"a".repeat(40)}!`),
  "/loops-in-sort": () => {
    [2, 1].sort(() => {
      for (;;);
    });
  },
  "/hogs": () => {
    const hoard = [];
    for (;;) hoard.push(new Array(1000).fill(hoard.length));
  },
  "/recurses": () => {
    const deeper = (n) => deeper(n + 1) + 1;
    deeper(0);
  },
  "/writes-nothing": () => {},
  "/writes-before-head": (page) => {
    page.write("too early");
  },
  "/heads-twice": (page) => {
    page.head();
    page.head();
  },
  // Succeeds, and breaks every later page.
  "/poisons": (page) => {
    pages["/"](page);
    poisoned = true;
  },
  "/poisons-slowly": (page) => {
    pages["/"](page);
    pages["/"] = pages["/loops"];
  },
  "/missing": (page) => {
    page.head();
    page.write("<p>nothing here</p>");
  },
};

export async function render(page, request) {
  await pages[request.page.path](page);
}
