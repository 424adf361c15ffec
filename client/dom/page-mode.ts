/**
 * The mode of the page, in classes of the root element. It is served in static mode (`is-static`), as the page
 * without JavaScript: controls that need the app are not rendered. While the app starts, with neither class,
 * they have their place and are invisible. The app itself makes the page interactive (`is-interactive`).
 */
const { classList } = document.documentElement;

/** Makes the page interactive, or static. */
export function setInteractive(isInteractive: boolean): void {
  classList.toggle('is-interactive', isInteractive);
  classList.toggle('is-static', !isInteractive);
}

/** Ends static mode for the time that the app has to start, 20 s. */
export function expectApp(): void {
  classList.remove('is-static');
  setTimeout(() => classList.toggle('is-static', !classList.contains('is-interactive')), 20_000);
}
