/**
 * Checks npm dependencies: licences and sources from the lock file, known vulnerabilities and
 * signatures from the registry, if it supports them. Exits non-zero on any finding.
 *
 *     node tools/audit/dependencies.mjs
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
const exceptions = new Map([
  // Weak copyleft, used by tests only and not shipped.
  ['@axe-core/playwright', 'MPL-2.0'],
  ['axe-core', 'MPL-2.0'],
  ['parse-cache-control', undefined],
]);

const registry = 'https://registry.npmjs.org/';

/** @typedef {{ license?: string, resolved?: string, integrity?: string, link?: boolean }} Package */

/** @param {string} expression SPDX expression with only OR or only AND */
function isAllowed(expression) {
  const names = expression.replaceAll(/[()]/g, '').split(/ (?:OR|AND) /);
  const known = names.filter((name) => allowed.includes(name));
  return expression.includes(' AND ') ? known.length === names.length : known.length > 0;
}

/**
 * @param {string} name
 * @param {Package} found
 */
function findingsOf(name, { license, resolved, integrity, link }) {
  const findings = [];
  const isException = exceptions.has(name) && exceptions.get(name) === license;
  if (!isException && !isAllowed(license ?? '')) findings.push(`licence not allowed: ${license}`);
  if (link || !integrity?.startsWith('sha512-')) findings.push('no SHA-512 integrity');
  // Without `resolved`, it comes from the configured registry.
  if (resolved && !resolved.startsWith(registry)) findings.push(`source not allowed: ${resolved}`);
  return findings.map((finding) => `${name}: ${finding}`);
}

/** @returns {string[]} */
function lockFileFindings() {
  /** @type {Record<string, Package>} */
  const { '': _own, ...packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  return Object.entries(packages).flatMap(([path, found]) =>
    findingsOf(path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), found),
  );
}

/**
 * Runs an npm command. Returns its JSON report, or null if there is none.
 *
 * @param {string[]} command
 */
async function npm(...command) {
  /** @type {string} */
  const output = await new Promise((resolve) => {
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

/** In CI, what cannot be checked is a finding. @param {string} what */
function notChecked(what) {
  const finding = `NOT CHECKED: ${what}; the registry does not support it.`;
  if (process.env.CI) return [finding];
  console.log(finding);
  return [];
}

/** @returns {Promise<string[]>} */
async function knownVulnerabilities() {
  const report = await npm('audit');
  if (!report?.vulnerabilities) return notChecked('npm advisories');
  return Object.entries(report.vulnerabilities).map(
    ([name, { severity, range }]) => `${name} ${range}: known vulnerability, ${severity}`,
  );
}

/** @returns {Promise<string[]>} */
async function invalidSignatures() {
  const report = await npm('audit', 'signatures');
  if (!report?.invalid) return notChecked('npm signatures');
  return [...report.invalid, ...report.missing].map(
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
