/**
 * Checks npm dependencies: licences and sources from the lock file, known vulnerabilities and
 * signatures from the registry, if it supports them. Exits non-zero on any finding.
 *
 *     node --import tsx tools/audit/dependencies.ts
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Allowed licences (SPDX). */
const allowed = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
];

/** Packages with other licences, or without one in the lock file. */
const exceptions = new Map<string, string | undefined>([
  // Weak copyleft, used by tests only and not shipped.
  ['@axe-core/playwright', 'MPL-2.0'],
  ['axe-core', 'MPL-2.0'],
  ['parse-cache-control', undefined],
]);

const registry = 'https://registry.npmjs.org/';

interface Package {
  license?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
}

/** Returns whether an SPDX expression with only OR or only AND is allowed. */
function isAllowed(expression: string) {
  const names = expression.replaceAll(/[()]/g, '').split(/ (?:OR|AND) /);
  const known = names.filter((name) => allowed.includes(name));
  return expression.includes(' AND ') ? known.length === names.length : known.length > 0;
}

function findingsOf(name: string, { license, resolved, integrity }: Package) {
  const findings: string[] = [];
  const isException = exceptions.has(name) && exceptions.get(name) === license;
  if (!isException && !isAllowed(license ?? '')) findings.push(`licence not allowed: ${license}`);
  if (!integrity?.startsWith('sha512-')) findings.push('no SHA-512 integrity');
  // Without `resolved`, it comes from the configured registry.
  if (resolved && !resolved.startsWith(registry)) findings.push(`source not allowed: ${resolved}`);
  return findings.map((finding) => `${name}: ${finding}`);
}

function lockFileFindings() {
  const lock: { packages: Record<string, Package> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  );
  const packages = Object.entries(lock.packages).filter(
    // Not the project and its own package.
    ([path, { link }]) => path.startsWith('node_modules/') && !link,
  );
  return packages.flatMap(([path, found]) =>
    findingsOf(path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), found),
  );
}

interface Report {
  vulnerabilities?: Record<string, { severity: string; range: string }>;
  invalid?: { name: string; version: string }[];
  missing?: { name: string; version: string }[];
}

/** Runs an npm command. Returns its JSON report, or null if there is none. */
async function npm(...command: string[]): Promise<Report | null> {
  const output = await new Promise<string>((resolve) => {
    // The exit status does not distinguish findings from an unavailable registry.
    execFile('npm', [...command, '--json'], { maxBuffer: 2 ** 26 }, (_error, stdout) =>
      resolve(stdout),
    );
  });
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}

/** In CI, what cannot be checked is a finding. */
function notChecked(what: string) {
  const finding = `NOT CHECKED: ${what}; the registry does not support it.`;
  if (process.env.CI) return [finding];
  console.log(finding);
  return [];
}

async function knownVulnerabilities() {
  const report = await npm('audit');
  if (!report?.vulnerabilities) return notChecked('npm advisories');
  return Object.entries(report.vulnerabilities).map(
    ([name, { severity, range }]) => `${name} ${range}: known vulnerability, ${severity}`,
  );
}

async function invalidSignatures() {
  const report = await npm('audit', 'signatures');
  if (!report?.invalid) return notChecked('npm signatures');
  return [...report.invalid, ...(report.missing ?? [])].map(
    ({ name, version }) => `${name} ${version}: missing or invalid signature`,
  );
}

const findings = [
  lockFileFindings(),
  await knownVulnerabilities(),
  await invalidSignatures(),
].flat();
for (const finding of findings) console.error(finding);
if (findings.length > 0) process.exitCode = 1;
else console.log('npm dependencies ok, except for what was not checked');
