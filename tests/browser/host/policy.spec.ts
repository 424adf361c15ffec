import { expect, test } from './test.ts';

test('the page neither runs injected scripts nor loads from other origins', async ({
  page,
  home,
  browserErrors,
}) => {
  await home.enter();
  const rejections = await page.evaluate(() =>
    [
      () => Reflect.set(document.createElement('div'), 'innerHTML', '<img onerror="alert(1)">'),
      () => document.createElement('img').setAttribute('onload', 'alert(1)'),
      () => Reflect.set(document.createElement('script'), 'text', 'alert(1)'),
      () => Reflect.set(document.createElement('script'), 'src', 'data:,alert(1)'),
      () => Reflect.get(window, 'trustedTypes').createPolicy('any', {}),
    ].flatMap((inject) => {
      try {
        inject();
        return [];
      } catch (error) {
        return [String(error)];
      }
    }),
  );
  expect(rejections).toHaveLength(5);
  await browserErrors.expectExactly(
    ...rejections.map(() => /^console error: .*trusted/i),
    ...rejections
      .slice(1)
      .map(() => /^policy: require-trusted-types-for blocked trusted-types-sink$/),
    /^policy: trusted-types blocked trusted-types-policy$/,
  );

  await page.evaluate(async () => {
    const image = document.createElement('img');
    image.src = 'https://x.example/image';
    const frame = document.createElement('iframe');
    frame.src = 'https://x.example/frame';
    document.body.append(image, frame);
    await fetch('https://x.example/response').catch(() => null);
  });
  await browserErrors.expectExactly(
    /^console error: Connecting to .*connect-src/,
    /^console error: Fetch API cannot load/,
    /^console error: Framing .*default-src/,
    /^console error: Loading the image .*img-src/,
    /^policy: connect-src blocked/,
    /^policy: frame-src blocked/,
    /^policy: img-src blocked/,
    /^request failed: .* csp$/,
  );
});
