import { pass, stopTheClock } from './support/clock.ts';
import { Grip } from './support/grip.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(async ({ page, home }) => {
  await stopTheClock(page);
  await home.enter();
});

test('the right carousel shows that it can be grabbed', async ({ home }) => {
  await expect(home.carousel('right').slide(1)).toHaveCSS('cursor', 'grab');
  await expect(home.carousel('left').slide(1)).not.toHaveCSS('cursor', 'grab');
});

test('the right carousel follows the mouse twice as far', async ({ page, home }) => {
  const carousel = home.carousel('right');
  const grip = await Grip.on(page, carousel);
  await grip.pull(-40);
  await expect.poll(() => carousel.scrolled()).toBe(80);
  await grip.pull(15);
  await expect.poll(() => carousel.scrolled()).toBe(50);
});

test('a short drag falls back, a long one brings the other banner', async ({ page, home }) => {
  const carousel = home.carousel('right');
  for (const [distance, banner] of [
    [-20, 1],
    [-120, 2],
    [20, 2],
    [120, 1],
  ] as const) {
    const grip = await Grip.on(page, carousel);
    await grip.pull(distance);
    await grip.letGo();
    await carousel.shows(banner);
  }
});

test('the mouse pulls back what it has pulled to the very end', async ({ page, home }) => {
  const carousel = home.carousel('right');
  const first = await Grip.on(page, carousel);
  await first.pull(-300);
  await first.letGo();
  await carousel.shows(2);
  const end = await carousel.scrolled();

  const second = await Grip.on(page, carousel);
  await second.pull(40);
  await expect.poll(() => carousel.scrolled()).toBe(end - 80);
});

test('a drag that begins while the last one settles goes its own way', async ({ page, home }) => {
  const carousel = home.carousel('right');
  const first = await Grip.on(page, carousel);
  await first.pull(-120);
  await first.letGo();
  await carousel.shows(2);
  const end = await carousel.scrolled();

  const second = await Grip.on(page, carousel);
  await second.pull(40);
  await pass(page, 1_000);
  await second.pull(10);
  await expect.poll(() => carousel.scrolled()).toBe(end - 100);
});

test('a drag does not follow the link under the mouse, a click does', async ({
  page,
  home,
  context,
}) => {
  await context.route('https://operator.example/**', (route) => route.fulfill({ body: 'sign up' }));
  const carousel = home.carousel('right');
  for (const distance of [-120, 120, -10]) {
    const grip = await Grip.on(page, carousel);
    await grip.pull(distance);
    await grip.letGo();
  }

  const signUp = context.waitForEvent('page');
  await carousel.slide(1).click();
  await expect(await signUp).toHaveURL('https://operator.example/winbox-signup/');
  expect(context.pages()).toHaveLength(2);
  await expect(page).toHaveURL('/');
});

for (const [way, x, y, banner] of [
  ['to the side', -400, 0, 2],
  ['straight down', 0, 300, 1],
] as const) {
  test(`a drag that leaves the carousel ${way} and ends there is over`, async ({ page, home }) => {
    const carousel = home.carousel('right');
    const grip = await Grip.on(page, carousel);
    await page.mouse.move(grip.start.x + x, grip.start.y + y, { steps: 10 });
    await grip.letGo();
    await carousel.shows(banner);

    const before = await carousel.scrolled();
    await grip.pull(30);
    await grip.pull(-60);
    expect(await carousel.scrolled()).toBe(before);
    await carousel.shows(banner);
  });
}

test('the left carousel is not dragged', async ({ page, home }) => {
  const carousel = home.carousel('left');
  const grip = await Grip.on(page, carousel);
  await grip.pull(-120);
  await grip.letGo();
  await carousel.shows(1);
});
