/**
 * Notes everything that goes wrong in a document: console messages, errors, files that do not
 * load, and what the Content-Security-Policy blocks. Classic WebDriver reports none of it.
 * Runs in each document before the document's own scripts.
 */
export function recordComplaints(): void {
  const complaints: string[] = [];
  Reflect.set(window, 'complaints', complaints);

  for (const level of ['debug', 'error', 'info', 'log', 'warn'] as const) {
    // biome-ignore lint/suspicious/noConsole: it is what is listened to
    const write = console[level];
    console[level] = (...values) => {
      complaints.push(`console.${level}: ${values.join(' ')}`);
      write.apply(console, values);
    };
  }
  // A file that does not load is told to its element alone, and does not bubble.
  addEventListener(
    'error',
    ({ target, message }) => {
      const element = target instanceof Element ? target.outerHTML.slice(0, 200) : undefined;
      complaints.push(element ? `not loaded: ${element}` : `error: ${message}`);
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => {
    complaints.push(`unhandled rejection: ${reason}`);
  });
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    complaints.push(`policy: ${effectiveDirective} blocked ${blockedURI}`);
  });
  // No event tells of what a script asks for. Not every engine gives the status of a resource.
  const request = fetch;
  window.fetch = async (...values) => {
    try {
      const response = await request(...values);
      if (!response.ok) complaints.push(`status ${response.status}: ${response.url}`);
      return response;
    } catch (error) {
      complaints.push(`not fetched: ${values[0]}: ${error}`);
      throw error;
    }
  };
}
