import { test } from './support/test.ts';

test('the page neither runs injected scripts nor loads from other origins', async ({
  page,
  home,
  browserErrors,
}) => {
  await home.enter();
  await page.evaluate(() => {
    const markup = document.createElement('div');
    markup.innerHTML = '<img src="/favicon.ico" onload="alert(1)">';
    const script = document.createElement('script');
    script.textContent = 'alert(1)';
    document.body.append(markup, script);
  });
  await browserErrors.expectExactly(
    /^console error: .*inline event handler/,
    /^console error: .*inline script/,
    /^policy: script-src-attr blocked inline$/,
    /^policy: script-src-elem blocked inline$/,
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
