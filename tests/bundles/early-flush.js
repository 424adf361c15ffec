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

const good = (id) => {
  if (poisoned) fail();
  marquee.write(id, app + end("https://operator.example/"));
};

const pages = {
  "/": good,
  "/throws": fail,
  "/throws-within-app": (id) => {
    marquee.write(id, '<main><p title="');
    fail();
  },
  "/throws-after-part-of-app": async (id) => {
    marquee.write(id, '<main><p title="');
    await null;
    fail();
  },
  "/throws-after-end": (id) => {
    good(id);
    fail();
  },
  "/loops": () => {
    for (;;);
  },
  "/loops-after-part-of-app": (id) => {
    marquee.write(id, "<main>");
    for (;;);
  },
  "/hogs": () => {
    const hoard = [];
    for (;;) hoard.push(new Array(1000).fill(hoard.length));
  },
  "/floods": (id) => {
    for (;;) marquee.write(id, app);
  },
  // Succeeds, and breaks every later page.
  "/poisons": (id) => {
    good(id);
    poisoned = true;
  },
};

export async function render(id, { page: { path } }) {
  if (path === "/throws-before-start") fail();
  marquee.head(id, start);
  await pages[path](id);
}

export function shell(id) {
  marquee.head(id, start);
  marquee.write(id, end(null));
}
