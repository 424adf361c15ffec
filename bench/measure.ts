/** What a run measures, as `results.json` has it. */

/** A server. */
export interface Row {
  id: string;
  name: string;
}

/** Returns what results have of a server, which has more while it is measured. */
export const rowOf = ({ id, name }: Row): Row => ({ id, name });

/**
 * How the members of a pair are compared: at the same time (`duet`), in alternating turns of steady load (`turns`),
 * or by starting them in turns (`starts`).
 */
export type Method = 'duet' | 'turns' | 'starts';

/** CPU time of a request in milliseconds, requests/s, or milliseconds until the first page. */
export type Figure = 'cpu' | 'rate' | 'time';

/** What is asked of both members; a null pair is one of the same method and load. */
type Load = 'render' | 'cached' | 'start';

/**
 * Two servers, or the same one twice, with the values of each window or round in which both were measured. Windows
 * come in twos: in one, each server has the core that the other has in the next.
 */
export interface Pair {
  id: string;
  method: Method;
  load: Load;
  over: Row;
  under: Row;
  figures: Partial<Record<Figure, [over: number, under: number][]>>;
  /** Starts that are left out, since one of the two failed. */
  failures: number;
}

/** A server and its values of each round, by what was measured. */
export interface Measured extends Row {
  figures: Record<string, number[]>;
}

/** A run of `bench.ts`; a part that was not selected is empty. */
export interface Run {
  commit: string;
  /** How often both servers of a duet were started. */
  starts: number;
  /** Name and value, for the report. */
  environment: [string, string][];
  /** The load average of a minute at the start of each part of the run. */
  loads: number[];
  minutes: number;
  pairs: Pair[];
  /** Of each server, `idle` in MB. */
  memory: Measured[];
  /** Of each subject, `instructions` of a response. */
  instructions: Measured[];
  /** Of Marquee on each engine: see `measures/pod.ts`. */
  pods: Measured[];
}

/** Returns a value with the digits that are worth storing. */
export const rounded = (value: number) => Number(value.toPrecision(5));
