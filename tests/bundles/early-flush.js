// Complete documents, each with a shell that has the same start. The path selects how
// the render fails after the start of the document.
const start = `<!doctype html>
<html lang="en">
<head>
<title>planned</title>
</head>
<body>
<div id="app">`;

const end = (link) => `</div>
<script type="application/json" id="state">{"link":${JSON.stringify(link)}}</script>
</body>
</html>
`;

const app = "<main><p>app</p></main>";
const fail = () => {
  throw new Error("planned failure");
};

let poisoned = false;

const good = (page) => {
  if (poisoned) fail();
  page.write(app + end("https://operator.example/"));
};

const pages = {
  "/": good,
  "/throws": fail,
  "/throws-within-app": (page) => {
    page.write('<main><p title="');
    fail();
  },
  "/throws-after-part-of-app": async (page) => {
    page.write('<main><p title="');
    await null;
    fail();
  },
  "/throws-after-end": (page) => {
    good(page);
    fail();
  },
  "/loops": () => {
    for (;;);
  },
  "/loops-after-part-of-app": (page) => {
    page.write("<main>");
    for (;;);
  },
  "/hogs": () => {
    const hoard = [];
    for (;;) hoard.push(new Array(1000).fill(hoard.length));
  },
  "/floods": (page) => {
    for (;;) page.write(app);
  },
  // Succeeds, and breaks every later page.
  "/poisons": (page) => {
    good(page);
    poisoned = true;
  },
};

export async function render(page, { page: { path } }) {
  if (path === "/throws-before-start") fail();
  page.head(start);
  await pages[path](page);
}

export function shell(page) {
  page.head(start);
  page.write(end(null));
}
