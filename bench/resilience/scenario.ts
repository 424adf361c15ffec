/** What a scenario takes and returns. Each module in `scenarios/` is one. */
import type { Subject } from './subjects.ts';

/** Durations are milliseconds, but for `seconds`. */
export interface Settings {
  /** Requests per second. */
  rate: number;
  calm: number;
  after: number;
  siege: number;
  /** A number of requests. */
  storm: number;
  seconds: number;
  overload: number;
  relief: number;
}

/** The figures of a subject in a scenario; those that it does not have are NaN. */
export interface Figures {
  requests: number;
  /** How many requests failed, by reason. */
  reasons: Record<string, number>;
  /** The 99th percentiles before the first fault and from then on, in milliseconds. */
  calm: number;
  p99: number;
  /** Seconds; infinite if the subject did not recover. */
  recovery: number;
}

export type Notes = (string | false)[];

export interface Measured extends Figures {
  /** The least goodput under overload, in per cent of the capacity. */
  goodput?: number;
  notes: Notes;
}

export type Result = Measured | { notApplicable: string } | { error: string };

/** By the ids of scenario and subject. */
export type Results = Record<string, Record<string, Result>>;

export interface Scenario {
  id: string;
  title: string;
  description: string;
  /** Returns the reason why a subject is left out, if it is. */
  notApplicable?(subject: Subject): string | false;
  run(subject: Subject, settings: Settings): Promise<Measured>;
}

export const isMeasured = (result: Result): result is Measured => 'requests' in result;
