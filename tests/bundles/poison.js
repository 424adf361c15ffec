// `/poison` goes well, and breaks what every page needs: from then on nothing can
// be rendered in that runtime. Every other page takes a little while.
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
