import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { count, subjects } from '../instructions.ts';
import { folder } from '../servers.ts';
import { inTurns } from '../turns.ts';

export const id = 'instructions';
export const title = 'Instructions';

export async function measure() {
  const built = subjects.filter(({ program }) => existsSync(join(folder, program)));
  return {
    note:
      'CPU instructions in user space, counted by callgrind: of host and engine for a render, and of servers that ' +
      'send the same compressed page with as many headers. Those of the kernel are not counted.',
    tables: [
      {
        id: 'responses',
        columns: [{ key: 'instructions', title: 'Instructions a response', digits: 0 }],
        rows: await inTurns(built, 1, async (subject) => ({
          instructions: await count(subject, folder),
        })),
      },
    ],
  };
}
