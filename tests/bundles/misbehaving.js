// A page for each kind of failure; `/` succeeds.

let poisoned = false;

const pages = {
  "/": (id) => {
    if (poisoned) throw new Error("planned poison");
    marquee.head(id);
    marquee.write(id, "<p>good</p>");
  },
  "/throws": () => {
    throw new Error("planned failure");
  },
  "/rejects": async () => {
    await null;
    throw new Error("planned rejection");
  },
  "/rejects-late": (id) => {
    // An unhandled promise, rejected after its page is complete.
    Promise.resolve().then(() => Promise.resolve()).then(() => {
      throw new Error("planned late rejection");
    });
    pages["/"](id);
  },
  "/throws-after-first-chunk": async (id) => {
    marquee.head(id);
    marquee.write(id, "<p>half a page");
    await null;
    throw new Error("planned failure in the middle");
  },
  "/loops": () => {
    for (;;);
  },
  "/loops-after-first-chunk": (id) => {
    marquee.head(id, "<p>half a page");
    for (;;);
  },
  "/loops-in-regexp": () => /^(a+)+$/.test(`${"a".repeat(40)}!`),
  "/loops-in-sort": () => {
    [2, 1].sort(() => {
      for (;;);
    });
  },
  "/loops-in-microtasks": () => {
    const again = () => Promise.resolve().then(again);
    return again();
  },
  "/never-resolves": () => new Promise(() => {}),
  "/hogs": () => {
    const hoard = [];
    for (;;) hoard.push(new Array(1000).fill(hoard.length));
  },
  "/recurses": () => {
    const deeper = (n) => deeper(n + 1) + 1;
    deeper(0);
  },
  "/writes-nothing": () => {},
  "/writes-before-head": (id) => {
    marquee.write(id, "too early");
  },
  "/heads-twice": (id) => {
    marquee.head(id);
    marquee.head(id);
  },
  // Succeeds, and breaks every later page.
  "/poisons": (id) => {
    pages["/"](id);
    poisoned = true;
  },
  "/poisons-slowly": (id) => {
    pages["/"](id);
    pages["/"] = pages["/loops"];
  },
  "/missing": (id) => {
    marquee.head(id);
    marquee.write(id, "<p>nothing here</p>");
  },
};

export async function render(id, request) {
  await pages[request.page.path](id);
}
