/**
 * Static mode: the page without JavaScript, as it is served. The class `is-static` on the root element
 * hides the controls that need the app.
 */
const { classList } = document.documentElement;

/** Time that the app has to load before the page becomes static, in milliseconds. */
const appTimeout = 20_000;

/** Makes the page static. */
export function becomeStatic(): void {
  classList.add('is-static');
}

/** Shows the controls, which work as soon as the app has loaded; hides them again if it does not. */
export function expectApp(): void {
  classList.remove('is-static');
  setTimeout(() => {
    if (!classList.contains('has-app')) becomeStatic();
  }, appTimeout);
}

/** Ends static mode: the app has loaded. */
export function appHasLoaded(): void {
  classList.add('has-app');
  classList.remove('is-static');
}
