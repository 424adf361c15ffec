/** Temporary folders that are deleted when the process exits. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-bench-'));
  folders.push(folder);
  return folder;
}
