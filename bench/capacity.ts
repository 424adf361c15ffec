/** What pods take and carry, from the data of the last complete run and the manifests: the figures of docs/capacity.md. */
import { readFileSync } from 'node:fs';
import type { Run } from './measure.ts';
import { number, table } from './report.ts';
import { median, percentile } from './statistics.ts';

const manifest = (file: string) => readFileSync(`deploy/kustomize/${file}`, 'utf8');

/** Returns the number after a name in a manifest: a value, or the first one below the name. */
function numberOf(file: string, name: string) {
  const [, value] = new RegExp(`${name}[:=]\\s*(\\d+)`).exec(manifest(file)) ?? [];
  if (!value) throw new Error(`deploy/kustomize/${file} has no ${name}`);
  return Number(value);
}

const autoscaler = 'components/autoscaling/horizontal-pod-autoscaler.yaml';
const deployment = 'base/deployment.yaml';
const settings = 'base/kustomization.yaml';

/** What the manifests request of a node and allow, in cores and MiB, and when pods are added. */
export const requested = {
  cores: numberOf(deployment, 'requests:\\s+cpu') / 1000,
  memory: numberOf(deployment, 'requests:\\s+cpu: \\w+\\s+memory'),
  heap: numberOf(settings, 'RENDER_HEAP_LIMIT'),
  utilization: numberOf(autoscaler, 'averageUtilization') / 100,
  pods: numberOf(autoscaler, 'minReplicas'),
};

/** Seconds of a time window, in which each cache entry in use is rendered once. */
const timeWindow = numberOf(settings, 'PAGE_TTL');

/** The home page and the not-found page, by URL and by header, in three languages. */
const entries = 2 * 2 * 3;

/** Requests a second of the plan, and twice as many. */
export const traffic = 2000;

/** Prices of nobody in particular: dollars a core and a GiB for an hour, and a GB sent. */
const prices = { core: 0.04, memory: 0.005, sent: 0.05 };

const [uncachedShare, days, hoursOfMonth, keptLog] = [0.01, 30, 730, 50 * 2 ** 20];

/** The share of the windows that are disturbed least. */
const undisturbed = 0.1;

/** Returns what a response and a pod take on an engine, in seconds of CPU time, bytes and MB: NaN if it was not measured. */
export function figuresOf({ pairs, pods }: Run, engine: 'quickjs' | 'v8') {
  /** Of Marquee in a pair, in seconds. What else the machine does can only add to it. */
  const cpu = (id: string) => {
    const values = pairs.find((pair) => pair.id === id)?.figures.cpu ?? [];
    return percentile(
      values.map(([, marquee]) => marquee / 1000),
      undisturbed,
    );
  };
  const pod = (key: string) =>
    median(pods.find(({ id }) => id === `marquee-${engine}`)?.figures[key] ?? []);
  return {
    cached: cpu('cached-nginx'),
    logged: cpu('logged-nginx'),
    render: cpu(engine === 'v8' ? 'shipped-node' : 'quickjs-node'),
    page: pod('page'),
    line: pod('line'),
    threads: pod('threads'),
    memory: pod('memory'),
  };
}

type Figures = ReturnType<typeof figuresOf>;

const perResponse = ({ cached, render }: Figures) => cached + uncachedShare * render;
const ownRenders = ({ render }: Figures) => (entries * render) / timeWindow;
const target = requested.cores * requested.utilization;

/** Returns the cores that each of some pods takes for these requests a second. */
export const coresOfPod = (figures: Figures, requests: number, pods: number) =>
  (requests * perResponse(figures)) / pods + ownRenders(figures);

const requestsOfPod = (figures: Figures) =>
  Math.floor((target - ownRenders(figures)) / perResponse(figures) / 100) * 100;

/** Returns a column of the plan for these requests a second. */
function planned(figures: Figures, requests: number) {
  const needed = Math.ceil(requests / requestsOfPod(figures));
  const pods = Math.max(requested.pods, needed);
  const memory = (pods * requested.memory) / 1024;
  const logged = requests * figures.line;
  const sent = requests * figures.page;
  const month = 3600 * hoursOfMonth;
  const paid = hoursOfMonth * (pods * requested.cores * prices.core + memory * prices.memory);
  return [
    `${needed} and ${pods}`,
    `${milli(coresOfPod(figures, requests, pods))}, ${milli(coresOfPod(figures, requests, pods - 1))}`,
    `${number(pods * requested.cores, 1)} cores, ${number(memory, 2)} GiB`,
    `${number((logged * 86_400) / 1e9, 0)} GB, ${number((logged * 86_400 * days) / 1e12, 1)} TB`,
    `${number(keptLog / (logged / pods) / 60, 0)} min`,
    `${number(sent / 1e6, 0)} MB/s, ${number((sent * month) / 1e12, 0)} TB`,
    `$${number(paid, 0)} and $${number(((sent * month) / 1e9) * prices.sent, 0)}`,
  ];
}

const milli = (cores: number) => `${number(cores * 1000, 0)}m`;

/** Returns the tables of docs/capacity.md. */
export function capacity(run: Run) {
  const [quickjs, v8] = [figuresOf(run, 'quickjs'), figuresOf(run, 'v8')];
  const row = (name: string, of: (figures: Figures) => string) => [
    name,
    ...[quickjs, v8].map((figures) => of(figures).replace(/.*NaN.*/, 'not measured')),
  ];
  const columns = [planned(quickjs, traffic), planned(quickjs, 2 * traffic)];
  const plan = [
    `Pods at ${requested.utilization * 100} % of \`${milli(requested.cores)}\`, and with the autoscaler's minimum`,
    'CPU of each, and with one pod fewer',
    'Requested by all',
    `Access log a day, and in ${days} days`,
    "The kubelet's 50 MiB of it last",
    'Pages sent, and in a month',
    'A month of pods, and of traffic',
  ];
  return [
    table(
      ['', 'QuickJS', 'V8'],
      [
        row('A cached response', ({ cached }) => `${number(cached * 1e6, 1)} µs`),
        row('with a line in the access log', ({ logged }) => `${number(logged * 1e6, 1)} µs`),
        row('that line', ({ line }) => `${number(line, 0)} B`),
        row('An uncached response', ({ render }) => `${number(render * 1000, 1)} ms`),
        row('The page, in Brotli', ({ page }) => `${number(page, 0)} B`),
        row('A pod: threads (`pids`)', ({ threads }) => number(threads, 0)),
        row('A pod: memory', ({ memory }) => `${number(memory, 0)} MB`),
        row(
          'A pod: its own renders',
          (figures) => `${milli(ownRenders(figures))}: ${entries} in ${timeWindow} s`,
        ),
        row(`A pod: requests/s, ${uncachedShare * 100} % uncached`, (figures) =>
          number(requestsOfPod(figures), 0),
        ),
      ],
    ),
    table(
      ['QuickJS', `${number(traffic, 0)}/s`, `${number(2 * traffic, 0)}/s`],
      plan.map((name, index) => [name, ...columns.map((column) => column[index] ?? '')]),
    ),
    `Prices stand for yours: $${prices.core} for a core and $${prices.memory} for a GiB an hour, $${prices.sent} for a GB sent.`,
  ].join('\n\n');
}
