import { type Locator, test } from '@playwright/test';

/** Presses a control as the visitors of a project do: with a finger on a phone, else with the mouse. */
export async function press(control: Locator, options?: { force?: boolean }): Promise<void> {
  if (!test.info().project.use.hasTouch) return control.click(options);
  // The click of a tap comes when it can be no other gesture, unless the page is left before.
  const listener = await control.evaluateHandle(() => ({
    click: new Promise((resolve) => {
      addEventListener('click', resolve, { capture: true, once: true });
    }),
  }));
  await control.tap(options);
  await listener.evaluate(({ click }) => click.then(() => {})).catch(() => {});
  // Chromium shows for a moment that it was tapped, in which nothing of it moves.
  await control.page().waitForFunction(() => !document.querySelector(':active'));
}

/** Taps the middle of a control twice. */
export async function tapTwice(control: Locator): Promise<void> {
  // Out of what is fixed to an edge.
  await control.evaluate((it) => it.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const box = await control.boundingBox();
  if (!box) throw new Error(`${control} is not visible`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const { touchscreen } = control.page();
  // Both at once: how long a tap takes depends on the machine.
  await Promise.all([touchscreen.tap(x, y), touchscreen.tap(x, y)]);
}
