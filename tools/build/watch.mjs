import { existsSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/**
 * Calls `onChange` on every change in some folders, recursively.
 *
 * Watches each folder on its own: Node's recursive watch is per inode and loses files that an editor
 * replaces when it saves.
 *
 * @param {string[]} folders
 * @param {() => void} onChange
 */
export function watchFolders(folders, onChange) {
  /** @type {Map<string, import('node:fs').FSWatcher>} */
  const watchers = new Map();

  function updateWatchers() {
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
    updateWatchers();
    onChange();
  }

  updateWatchers();
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
