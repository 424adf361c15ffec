/**
 * In development, adds to what the app prints while it renders the frames of where, and of the components whose
 * code made what React warns of. The development server shows the first one.
 */
export function addPlacesToConsole(captureOwnerStack: () => string | null): void {
  for (const method of ['debug', 'error', 'info', 'log', 'warn'] as const) {
    // biome-ignore lint/suspicious/noConsole: it prints what others do
    const print = console[method];
    console[method] = (...values) => {
      const frames = `${new Error().stack}`.split('\n').filter((line) => /^ +at /.test(line));
      print(...values, ['', ...frames.slice(1), captureOwnerStack()].join('\n'));
    };
  }
}
