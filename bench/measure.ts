/** What a measure takes and returns. Each module in `measures/` is one. */

export interface Row {
  id: string;
  name: string;
}

/** A row with the figures of all its rounds. */
export interface MeasuredRow extends Row {
  figures: Record<string, number[]>;
  failures: number;
  /** Rounds that were measured again, since the hypervisor stopped the machine. */
  stalls: number;
}

/** `key` is that of a figure of the rows. */
interface Column {
  key: string;
  title: string;
  digits: number;
}

interface Table {
  id: string;
  title?: string;
  columns: Column[];
  rows: MeasuredRow[];
}

export interface Measurement {
  note: string;
  tables: Table[];
}

/** The load of a row: rounds of this many seconds. */
export interface Lengths {
  rounds: number;
  seconds: number;
}

export interface MeasureOptions extends Lengths {
  isQuick: boolean;
  /** Longest load before the first round, in seconds. */
  warmUp: number;
  /** Length of the steady load after the rounds, in seconds. */
  steady: number;
}

export interface Measure {
  id: string;
  title: string;
  measure(options: MeasureOptions): Promise<Measurement>;
}

/** The results of a run, by the ids of its measures. */
export type Results = Record<string, Measurement & { title: string }>;
