declare module 'xliff' {
  export interface TransUnit {
    source?: unknown;
    target?: unknown;
    note?: string[];
    additionalAttributes?: Record<string, string>;
  }

  interface Xliff {
    sourceLanguage?: string;
    targetLanguage?: string;
    resources: Record<string, Record<string, TransUnit>>;
  }

  export function jsToXliff12(xliff: Xliff): Promise<string>;
  export function xliff12ToJs(text: string): Promise<Xliff>;
}
