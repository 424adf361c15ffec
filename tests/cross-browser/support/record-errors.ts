/**
 * Records console messages, errors, files that fail to load and CSP violations, which classic WebDriver
 * does not report. Preload script of each document.
 */
export function recordErrors(): void {
  const errors: string[] = [];
  Reflect.set(window, 'recordedErrors', errors);

  for (const level of ['debug', 'error', 'info', 'log', 'warn'] as const) {
    // biome-ignore lint/suspicious/noConsole: wraps the console to record messages
    const write = console[level];
    console[level] = (...values) => {
      errors.push(`console.${level}: ${values.join(' ')}`);
      write.apply(console, values);
    };
  }
  // Load errors do not bubble, so this listens in the capture phase.
  addEventListener(
    'error',
    ({ target, message }) => {
      const element = target instanceof Element ? target.outerHTML.slice(0, 200) : undefined;
      errors.push(element ? `not loaded: ${element}` : `error: ${message}`);
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => {
    errors.push(`unhandled rejection: ${reason}`);
  });
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    errors.push(`policy: ${effectiveDirective} blocked ${blockedURI}`);
  });
  // No event reports failed fetches, and not all engines expose the status of resources.
  const request = fetch;
  window.fetch = async (...values) => {
    try {
      const response = await request(...values);
      if (!response.ok) errors.push(`status ${response.status}: ${response.url}`);
      return response;
    } catch (error) {
      errors.push(`not fetched: ${values[0]}: ${error}`);
      throw error;
    }
  };
}
