/** What a measure takes and returns. Each module in `measures/` is one. */

export interface Row {
  id: string;
  name: string;
}

/** A row with a value of each round for each figure: NaN where it failed, so that rounds stay pairs. */
export interface MeasuredRow extends Row {
  figures: Record<string, number[]>;
  failures: number;
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

export interface MeasureOptions {
  rounds: number;
  /** Length of the load in a round. */
  seconds: number;
  isQuick: boolean;
  /** Longest load before the first round, in seconds. */
  warmUp: number;
}

export interface Measure {
  id: string;
  title: string;
  measure(options: MeasureOptions): Promise<Measurement>;
}

/** The results of a run, by the ids of its measures. */
export type Results = Record<string, Measurement & { title: string }>;
