/**
 * What npm installs: licences and sources by the lock file alone, known holes
 * and signatures where the registry tells. Ends non-zero on any finding.
 *
 *     node tests/audit/dependencies.mjs
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Those that are there now; another one is a decision to take. */
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

/** Packages with a licence of their own, or one that only their text tells. */
const exceptions = new Map([
  // Weak copyleft; tests alone use it, and nothing of it is shipped.
  ['@axe-core/playwright', 'MPL-2.0'],
  ['axe-core', 'MPL-2.0'],
  ['parse-cache-control', undefined],
]);

const registry = 'https://registry.npmjs.org/';

/** @typedef {{ license?: string, resolved?: string, integrity?: string, link?: boolean }} Package */

/** @param {string} expression SPDX: names joined by one of OR and AND, in brackets or not */
function isAllowed(expression) {
  const names = expression.replaceAll(/[()]/g, '').split(/ (?:OR|AND) /);
  const known = names.filter((name) => allowed.includes(name));
  return expression.includes(' AND ') ? known.length === names.length : known.length > 0;
}

/**
 * @param {string} name
 * @param {Package} found
 */
function faultsOf(name, { license, resolved, integrity, link }) {
  const faults = [];
  const isException = exceptions.has(name) && exceptions.get(name) === license;
  if (!isException && !isAllowed(license ?? '')) faults.push(`its licence is ${license}`);
  if (link || !integrity?.startsWith('sha512-')) faults.push('no checksum binds its content');
  // Left out, it comes from the registry that npm is set to.
  if (resolved && !resolved.startsWith(registry)) faults.push(`it comes from ${resolved}`);
  return faults.map((fault) => `${name}: ${fault}`);
}

/** @returns {string[]} */
function faultsOfTheLockFile() {
  /** @type {Record<string, Package>} */
  const { '': _own, ...packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  return Object.entries(packages).flatMap(([path, found]) =>
    faultsOf(path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), found),
  );
}

/**
 * What an npm command reports as JSON; null where there is no report.
 *
 * @param {string[]} command
 */
async function npm(...command) {
  /** @type {string} */
  const printed = await new Promise((resolve) => {
    // Its status is the same for findings and for a registry that does not answer.
    execFile('npm', [...command, '--json'], { maxBuffer: 2 ** 26 }, (_error, stdout) =>
      resolve(stdout),
    );
  });
  try {
    return JSON.parse(printed);
  } catch {
    return null;
  }
}

/** @param {string} what */
function notChecked(what) {
  console.log(`NOT CHECKED: ${what}; the registry does not tell.`);
  return [];
}

/** @returns {Promise<string[]>} */
async function knownHoles() {
  const report = await npm('audit');
  if (!report?.vulnerabilities) return notChecked('the advisories on npm packages');
  return Object.entries(report.vulnerabilities).map(
    ([name, { severity, range }]) => `${name} ${range}: a known hole, ${severity}`,
  );
}

/** @returns {Promise<string[]>} */
async function badSignatures() {
  const report = await npm('audit', 'signatures');
  if (!report?.invalid) return notChecked('the signatures of npm packages');
  return [...report.invalid, ...report.missing].map(
    ({ name, version }) => `${name} ${version}: no good signature`,
  );
}

const faults = [faultsOfTheLockFile(), await knownHoles(), await badSignatures()].flat();
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log('npm packages ok, as far as checked');
