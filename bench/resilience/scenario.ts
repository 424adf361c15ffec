/** What a scenario takes and returns. Each module in `scenarios/` is one. */
import type { Subject } from './subjects.ts';

/** Durations are milliseconds, but for `seconds`. */
export interface Settings {
  /** Requests per second. */
  rate: number;
  calm: number;
  after: number;
  siege: number;
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
  /** The goodput at each load of `overload`, in per cent of the capacity. */
  goodput?: number[];
  notes: Notes;
}

/** A repetition of a scenario. */
export type Result = Measured | { error: string };

/** The repetitions, by the ids of scenario and subject: none of a subject to which a scenario does not apply. */
export type Results = Record<string, Record<string, Result[]>>;

/** The data of a run, as `resilience.json` has it. */
export interface FailureRun {
  commit: string;
  /** The load average of a minute before each scenario. */
  loads: number[];
  results: Results;
}

export interface Scenario {
  id: string;
  title: string;
  description: string;
  /** Whether it applies to a subject: to all by default. */
  appliesTo?(subject: Subject): boolean;
  run(subject: Subject, settings: Settings): Promise<Measured>;
}

/** Returns whether a repetition has figures. */
export const isMeasured = (result: Result): result is Measured => 'requests' in result;
