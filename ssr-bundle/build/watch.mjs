import { existsSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/**
 * Calls back on every change in some folders and all below them.
 *
 * Each folder is watched by itself: Node's recursive watching follows files,
 * and loses those that an editor replaces when it saves.
 *
 * @param {string[]} folders
 * @param {() => void} onChange
 */
export function watchFolders(folders, onChange) {
  /** @type {Map<string, import('node:fs').FSWatcher>} */
  const watchers = new Map();

  function follow() {
    const present = folders.filter((folder) => existsSync(folder)).flatMap(withSubfolders);
    for (const [folder, watcher] of watchers) {
      if (present.includes(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of present) {
      if (!watchers.has(folder)) watchers.set(folder, watch(folder, onEvent));
    }
  }

  function onEvent() {
    follow();
    onChange();
  }

  follow();
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function withSubfolders(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  const subfolders = entries.filter((entry) => entry.isDirectory());
  return [folder, ...subfolders.flatMap(({ name }) => withSubfolders(join(folder, name)))];
}
