/**
 * Plots a server's resident memory under an hour's traffic in ten minutes, from
 * `target/memory.csv`, which `make soak` writes, to `target/memory.svg`.
 *
 *     node --import tsx bench/memory.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';

const width = 720;
const height = 260;
const left = 56;
const bottom = 36;
const rows = readFileSync('target/memory.csv', 'utf8').trim().split('\n').slice(1);
const points = rows.map((row) => {
  const [seconds = Number.NaN, bytes = Number.NaN] = row.split(',').map(Number);
  return { seconds, bytes };
});
const longest = Math.max(...points.map(({ seconds }) => seconds));
const most = Math.ceil(Math.max(...points.map(({ bytes }) => bytes)) / 20e6) * 20e6;
const x = (seconds: number) => left + (seconds / longest) * (width - left - 16);
const y = (bytes: number) => height - bottom - (bytes / most) * (height - bottom - 16);
const line = points.map(({ seconds, bytes }) => `${x(seconds).toFixed(1)},${y(bytes).toFixed(1)}`);
const level = (megabytes: number) => `
  <path d="M${left} ${y(megabytes * 1e6)}H${width - 16}" stroke="#ccc"/>
  <text x="${left - 8}" y="${y(megabytes * 1e6) + 4}" text-anchor="end">${megabytes} MB</text>`;
const minute = (number: number) => `
  <text x="${x(number * 60)}" y="${height - bottom + 18}" text-anchor="middle">${number} min</text>`;
const levels = Array.from({ length: most / 20e6 + 1 }, (_, index) => level(index * 20));
const minutes = [0, 2, 4, 6, 8, 10].filter((number) => number * 60 <= longest).map(minute);

writeFileSync(
  'target/memory.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#333" role="img" aria-label="Resident memory over ten minutes">
  <rect width="${width}" height="${height}" fill="#fff"/>${levels.join('')}${minutes.join('')}
  <polyline points="${line.join(' ')}" fill="none" stroke="#0b6e4f" stroke-width="1.5"/>
</svg>
`,
);
