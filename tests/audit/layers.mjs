/**
 * Looks at which of the server's modules use which: none may use one of a layer above its own, nor
 * may those of a layer go round in a circle. The layers are the groups of `server/src/lib.rs`, the
 * highest first.
 *
 *     node tests/audit/layers.mjs     status 1, and a line for each use that is wrong
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = 'server/src';

/** Of each module, the number of its layer, from the top. */
function readLayers() {
  const groups = readFileSync(join(root, 'lib.rs'), 'utf8')
    .split(/^\/\/ .*\n/m)
    .slice(1);
  const layers = groups.flatMap((group, layer) =>
    [...group.matchAll(/^(?:pub )?mod (\w+);/gm)].map(([, name]) => [name, layer]),
  );
  return new Map(layers);
}

/** The modules that a file names, each with its line. */
function usesIn(file) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const tests = lines.indexOf('#[cfg(test)]');
  return lines.slice(0, tests === -1 ? undefined : tests).flatMap((line, place) => {
    const code = line.replace(/\/\/.*/, '');
    const alone = [...code.matchAll(/\bcrate::(\w+)/g)].map(([, name]) => name);
    const together = [...code.matchAll(/\bcrate::\{([^}]*)\}/g)].flatMap(([, names]) =>
      [...names.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, name]) => name),
    );
    return [...alone, ...together].map((name) => ({ name, line: place + 1 }));
  });
}

const layers = readLayers();
const uses = readdirSync(root, { recursive: true })
  .filter((file) => file.endsWith('.rs') && !['lib.rs', 'main.rs'].includes(file))
  .flatMap((file) => {
    const user = file.split('/')[0].replace('.rs', '');
    return usesIn(file).map((use) => ({ ...use, user, file }));
  })
  .filter(({ name, user }) => layers.has(name) && name !== user);

/** Whether `name` uses `user`, itself or through others of its layer. */
function leadsBack(name, user, seen = new Set()) {
  if (name === user) return true;
  if (seen.has(name) || layers.get(name) !== layers.get(user)) return false;
  seen.add(name);
  return uses.some((use) => use.user === name && leadsBack(use.name, user, seen));
}

const faults = uses.flatMap(({ name, user, file, line }) => {
  const place = `${join(root, file)}:${line}: \`${user}\` uses \`${name}\``;
  const [from, to] = [layers.get(user), layers.get(name)];
  if (to < from) return [`${place}, which is above it`];
  return to === from && leadsBack(name, user) ? [`${place}, which uses it`] : [];
});

if (layers.size < 10 || uses.length < 10)
  throw new Error('the modules of server/src/lib.rs cannot be read');
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
