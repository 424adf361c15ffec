import type { WebDriver } from 'selenium-webdriver';

/** A window's inside, CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

/** What a visitor has set. */
export interface Preferences {
  motion: 'no-preference' | 'reduce';
  /** Whether pages may run scripts; those of the driver run all the same. */
  scripting: 'enabled' | 'disabled';
}

/** A running browser with one window. */
export interface Browser {
  readonly driver: WebDriver;
  /** Gives the window's inside exactly this size. */
  resize: (size: Size) => Promise<void>;
  quit: () => Promise<void>;
}

/** Starts a browser that runs a script in every document before the document's own. */
export type Start = (preferences: Preferences, script: string) => Promise<Browser>;
