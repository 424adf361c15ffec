import { expect, type Page } from '@playwright/test';

/** Returns those of the whole page. */
export async function faintTextsOfPage(page: Page, width: number): Promise<string[]> {
  await page.evaluate(() =>
    Promise.all(
      [...document.images].map((picture) => {
        picture.loading = 'eager';
        return picture.decode().catch(() => {});
      }),
    ),
  );
  // High enough for everything, so that no bar covers a text.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: height + 400 });
  return faintTexts(page, '#app');
}

/** Returns the visible texts within an element whose contrast is too low, each with its own. */
export async function faintTexts(page: Page, within: string): Promise<string[]> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((it) => it.finished)));
  const texts = await page.evaluate((selector) => {
    const roots = [...document.querySelectorAll(selector)];
    const elements = roots.flatMap((root) => [root, ...root.querySelectorAll('*')]);
    /** Whether a container that scrolls shows a box. */
    const isUnclipped = (element: Element, { left, right }: DOMRect) => {
      for (let it = element.parentElement; it; it = it.parentElement) {
        const box = it.getBoundingClientRect();
        const isClipping = getComputedStyle(it).overflowX !== 'visible';
        if (isClipping && (left < box.left || right > box.right)) return false;
      }
      return true;
    };
    return elements.flatMap((element) => {
      const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!isShown || element.closest('[aria-disabled="true"]')) return [];
      const { webkitTextFillColor, backgroundImage, fontSize, fontWeight, clipPath } =
        getComputedStyle(element);
      if (clipPath !== 'none') return [];
      const size = Number.parseFloat(fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
      const isClear = /, 0\)$/.test(webkitTextFillColor);
      // A gradient is painted in the shape of the text.
      const colors = isClear
        ? (backgroundImage.match(/(rgba?|color)\([^)]*\)/g) ?? [])
        : [webkitTextFillColor];
      return [...element.childNodes]
        .filter((node) => node instanceof Text && node.data.trim())
        .flatMap((node) => {
          const range = document.createRange();
          range.selectNode(node);
          const boxes = [...range.getClientRects()]
            .filter((box) => isUnclipped(element, box))
            .map(({ x, y, width, height }) => ({
              x: x + 1,
              y: y + height / 4,
              width: width - 2,
              height: height / 2,
            }));
          const least = isLarge ? 3 : 4.5;
          return [{ words: node.textContent?.trim() ?? '', colors, boxes, least }];
        });
    });
  }, within);
  expect(texts.length, within).toBeGreaterThan(0);

  await page.evaluate(() => {
    const withoutText = new CSSStyleSheet();
    withoutText.replaceSync(`* { -webkit-text-fill-color: transparent !important; text-shadow: none !important }
      .without-text { background-image: none !important }`);
    for (const it of document.querySelectorAll('*'))
      if (getComputedStyle(it).backgroundClip === 'text') it.classList.add('without-text');
    document.adoptedStyleSheets.push(withoutText);
  });
  const picture = await page.screenshot();
  await page.evaluate(() => {
    document.adoptedStyleSheets.pop();
    for (const it of document.querySelectorAll('.without-text'))
      it.classList.remove('without-text');
  });
  // Of no site, whose policy would forbid the picture.
  const reader = await page.context().newPage();
  const faint = await reader.evaluate(contrasts, { texts, picture: picture.toString('base64') });
  await reader.close();
  return faint;
}

interface Painted {
  words: string;
  colors: string[];
  boxes: { x: number; y: number; width: number; height: number }[];
  least: number;
}

/** Runs inside an empty page. */
async function contrasts({ texts, picture }: { texts: Painted[]; picture: string }) {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.drawImage(image, 0, 0);

  /** WCAG's relative luminance. */
  const luminance = (channels: ArrayLike<number>) => {
    const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((index) => {
      const part = (channels[index] ?? 0) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const channelsOf = (color: string) => {
    if (!pixel) throw new Error('no canvas');
    pixel.fillStyle = color;
    pixel.fillRect(0, 0, 1, 1);
    return pixel.getImageData(0, 0, 1, 1).data;
  };
  return texts.flatMap(({ words, colors, boxes, least }) => {
    const backgrounds = boxes
      .filter(({ x, y, width, height }) => {
        const isInside = x >= 0 && y >= 0 && x + width <= image.width && y + height <= image.height;
        return isInside && width >= 1 && height >= 1;
      })
      .flatMap(({ x, y, width, height }) => {
        const { data } = context.getImageData(x, y, width, height);
        return Array.from({ length: data.length / 4 }, (_, index) =>
          luminance(data.subarray(4 * index, 4 * index + 3)),
        );
      })
      .sort((one, other) => one - other);
    if (backgrounds.length === 0) return [];
    // Without the few pixels of an edge that crosses the box.
    const at = (part: number) => backgrounds[Math.floor(part * (backgrounds.length - 1))] ?? 0;
    const ratios = colors.map(channelsOf).flatMap((color) =>
      [at(0.02), at(0.98)].map((behind) => {
        const text = luminance(color);
        return (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05);
      }),
    );
    const ratio = Math.min(...ratios);
    return ratio < least ? [`${ratio.toFixed(2)}: ${words.slice(0, 40)}`] : [];
  });
}
