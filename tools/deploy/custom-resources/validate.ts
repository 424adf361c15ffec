/**
 * Validates custom resources against the types that their projects publish.
 *
 *     node --import tsx validate.ts < objects.json > errors.json
 *
 * The input is an array of objects, the output an array with the errors of each. The packages of
 * @kubernetes-models are generated from the Go types of Gateway API, the Prometheus operator and KEDA,
 * from which their CRDs are generated too. Their validators check values and accept unknown fields, as
 * the schemas of CRDs do; their TypeScript declarations reject unknown fields, as `kubectl apply` does.
 * Neither evaluates the validation rules of CRDs in CEL.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const tsc = join(folder, '../../../node_modules/.bin/tsc');
/** Package of each API group. */
const packages: Record<string, string> = {
  'gateway.networking.k8s.io': 'gateway-api',
  'keda.sh': 'keda',
  'monitoring.coreos.com': 'prometheus-operator',
};

const compilerOptions = {
  target: 'es2022',
  module: 'preserve',
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

/** A Kubernetes object. */
interface Resource {
  apiVersion: string;
  kind: string;
}

/** The validators of a module, by kind. */
type Validators = Record<string, new (object: Resource) => { validate(): void }>;

/** Returns the module with the type and the validator of an object, or null for an unknown group. */
function moduleOf({ apiVersion, kind }: Resource) {
  const name = packages[apiVersion.split('/')[0] ?? ''];
  return name ? `@kubernetes-models/${name}/${apiVersion}/${kind}` : null;
}

/** Returns the errors in an object's values. */
async function valueErrors(object: Resource): Promise<string[]> {
  const specifier = moduleOf(object);
  const validators: Validators | null =
    specifier === null ? null : await import(specifier).catch(() => null);
  const Validator = validators?.[object.kind];
  if (!Validator) return [`no published type for ${object.apiVersion} ${object.kind}`];
  try {
    new Validator(object).validate();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Returns the errors that the compiler finds in each of the objects, as literals of their types. */
function typeErrors(objects: Resource[]) {
  // Inside of this folder, so that the compiler finds the packages.
  const scratch = mkdtempSync(join(folder, 'node_modules/.objects-'));
  try {
    for (const [index, object] of objects.entries()) {
      const type = `import('${moduleOf(object)}').I${object.kind}`;
      const text = `export const object: ${type} = ${JSON.stringify(object)};\n`;
      writeFileSync(join(scratch, `${index}.ts`), text);
    }
    writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const run = spawnSync(tsc, ['--project', scratch, '--pretty', 'false'], { encoding: 'utf8' });
    if (run.error) throw run.error;
    const errors = objects.map((): string[] => []);
    for (const line of run.stdout.split('\n').filter((text) => /^\S/.test(text))) {
      const [, index, message] = /(\d+)\.ts\(\d+,\d+\): error (.+)/.exec(line) ?? [];
      if (index === undefined) throw new Error(`unexpected output of tsc: ${line}`);
      errors[Number(index)]?.push(message ?? line);
    }
    return errors;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const objects: Resource[] = JSON.parse(readFileSync(0, 'utf8'));
const values = await Promise.all(objects.map(valueErrors));
const types = typeErrors(objects);
process.stdout.write(
  JSON.stringify(values.map((errors, index) => [...errors, ...(types[index] ?? [])])),
);
