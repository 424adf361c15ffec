/** A file to which a server appends a line for each request. */
import { openSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary.ts';

export class AccessLog {
  path = join(temporaryFolder(), 'access.log');

  /** Opens it for a server that writes to a descriptor. */
  open() {
    return openSync(this.path, 'a');
  }

  clear() {
    truncateSync(this.path);
  }

  /** Returns the number of lines. */
  count() {
    let lines = 0;
    const text = readFileSync(this.path);
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lines += 1;
    return lines;
  }
}
