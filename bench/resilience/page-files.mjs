/** Returns the paths of all scripts and style sheets that a page's HTML names; their names have a hash. */
export function filesOf(html) {
  const paths = html.match(/\/(?:assets|_next\/static)\/[\w./~-]+\.(?:css|js)\b/g) ?? [];
  return [...new Set(paths)];
}
