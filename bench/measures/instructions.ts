/** CPU instructions of a response, which do not depend on the machine's load. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { count, subjects } from '../instructions.ts';
import type { Measured } from '../measure.ts';
import { folder } from '../servers.ts';

/** Counts the instructions of the subjects whose program is built. */
export async function measureInstructions(): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const subject of subjects) {
    if (!existsSync(join(folder, subject.program))) continue;
    const { id, name } = subject;
    measured.push({ id, name, figures: { instructions: [await count(subject, folder)] } });
  }
  return measured;
}
