/** A panel of the dashboard, or a row that contains panels. */
export interface Panel {
  title: string;
  panels?: Panel[];
  targets?: { expr: string; legendFormat?: string }[];
}

/** The path and query of what a browser reports of a visit, with a POST request. */
export const visitReport =
  '/api/web-vitals?path=/&lang=en&connection=4g&cls=0.02&fcp=700&inp=80&lcp=1900&ttfb=120';

/** Replaces the dashboard's variables in a query, as Grafana does. */
export function withVariables(query: string, rateInterval: string) {
  return query
    .replaceAll('$job', 'marquee')
    .replaceAll(/=~"\$\w+"/g, '=~".*"')
    .replaceAll('$__rate_interval', rateInterval);
}
