// `/poison` succeeds, and breaks the runtime: every later page fails. Every page takes a
// few milliseconds.
let poisoned = false;

export function render(id, { page }) {
  if (poisoned) throw new Error("planned poison");
  for (const begun = Date.now(); Date.now() - begun < 5; );
  poisoned = page.path.startsWith("/poison");
  marquee.head(id);
  marquee.write(id, `<p>good</p>`);
}

export function shell(id) {
  marquee.head(id);
  marquee.write(id, "<p>shell</p>");
}
