/** A service that has data for pages, in JSON. */
export interface DataSource {
  url: string;
  /** Time between two requests of a server, in seconds. */
  refreshSeconds: number;
  /**
   * Where each value stands: names of members and indexes of items, joined by dots, such as `rates.MYR`. `initial`
   * stands in for it until the first response.
   */
  fields: Record<
    string,
    { at: string; type: 'text' | 'number' | 'link'; initial: string | number | null }
  >;
}

/** The services by names of the site's own. */
export type DataSources = Record<string, DataSource>;
