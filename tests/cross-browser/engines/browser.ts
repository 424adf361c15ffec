import type { WebDriver } from 'selenium-webdriver';

/** Size of a viewport in CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

/** User preferences. */
export interface Preferences {
  motion: 'no-preference' | 'reduce';
  /** Whether pages may run scripts. The driver's scripts always run. */
  scripting: 'enabled' | 'disabled';
}

/** A running browser with one window. */
export interface Browser {
  readonly driver: WebDriver;
  /** Sets the size of the viewport. */
  resize: (size: Size) => Promise<void>;
  quit: () => Promise<void>;
}

/** Starts a browser with a preload script, which runs before the scripts of each document. */
export type Start = (preferences: Preferences, script: string) => Promise<Browser>;
