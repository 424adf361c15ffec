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
        // It fades towards its end, whence it scrolls.
        if (isClipping) it.style.maskImage = 'none';
      }
      return true;
    };
    return elements.flatMap((element) => {
      const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!isShown || element.closest('[aria-disabled="true"]')) return [];
      const { webkitTextFillColor, backgroundClip, fontSize, fontWeight, clipPath } =
        getComputedStyle(element);
      if (clipPath !== 'none') return [];
      const size = Number.parseFloat(fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
      const nodes = [...element.childNodes].filter(
        (node) => node instanceof Text && node.data.trim(),
      );
      (element as HTMLElement).style.setProperty('--ink', webkitTextFillColor);
      element.classList.toggle('inked', nodes.length > 0);
      element.classList.toggle('gilded', backgroundClip === 'text');
      return nodes.flatMap((node) => {
        const range = document.createRange();
        range.selectNode(node);
        const boxes = [...range.getClientRects()]
          .filter((box) => isUnclipped(element, box))
          .map(({ x, y, width, height }) => ({ x: x + 1, y, width: width - 2, height }));
        const least = isLarge ? 3 : 4.5;
        return [{ words: node.textContent?.trim() ?? '', boxes, least }];
      });
    });
  }, within);
  expect(texts.length, within).toBeGreaterThan(0);

  // Bars in the ink of the texts, then neither: a letter has few pixels of its colour, or none. Where a background
  // is clipped to a text, it is to the bar as well.
  const bars = `.inked { text-decoration: line-through 1em var(--ink) !important }
    .inked:not(.gilded) { -webkit-text-fill-color: transparent !important }`;
  const nothing = `* { -webkit-text-fill-color: transparent !important }
    .gilded { background-image: none !important }`;
  const pictures: string[] = [];
  for (const style of [bars, nothing]) {
    await page.evaluate((rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`* { text-shadow: none !important; transition: none !important } ${rules}`);
      document.adoptedStyleSheets.push(sheet);
    }, style);
    pictures.push((await page.screenshot()).toString('base64'));
    await page.evaluate(() => document.adoptedStyleSheets.pop());
  }
  // Of no site, whose policy would forbid the pictures.
  const reader = await page.context().newPage();
  const faint = await reader.evaluate(contrasts, { texts, pictures });
  await reader.close();
  return faint;
}

interface Painted {
  words: string;
  boxes: { x: number; y: number; width: number; height: number }[];
  least: number;
}

/**
 * Compares pictures with and without the ink of texts: whatever makes one faint, its colour, its opacity or that of
 * an element around it, it is painted so. Runs inside an empty page.
 */
async function contrasts({ texts, pictures }: { texts: Painted[]; pictures: string[] }) {
  const contexts = await Promise.all(
    pictures.map(async (picture) => {
      const image = new Image();
      image.src = `data:image/png;base64,${picture}`;
      await image.decode();
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d', {
        willReadFrequently: true,
      });
      if (!context) throw new Error('no canvas');
      context.drawImage(image, 0, 0);
      return context;
    }),
  );

  /** WCAG's relative luminance. */
  const luminance = (data: Uint8ClampedArray, pixel: number) => {
    const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((channel) => {
      const part = (data[4 * pixel + channel] ?? 0) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  return texts.flatMap(({ words, boxes, least }) => {
    const ratios = boxes
      .flatMap(({ x, y, width, height }) => {
        const { canvas } = contexts[0] as OffscreenCanvasRenderingContext2D;
        const isInside =
          x >= 0 && y >= 0 && x + width <= canvas.width && y + height <= canvas.height;
        if (!isInside || width < 1 || height < 1) return [];
        const [inked = [], plain = []] = contexts.map((context) => {
          const { data } = context.getImageData(x, y + height / 2, width, 1);
          return Array.from({ length: data.length / 4 }, (_, pixel) => luminance(data, pixel));
        });
        return inked.map((ink, pixel) => {
          const behind = plain[pixel] ?? Number.NaN;
          return (Math.max(ink, behind) + 0.05) / (Math.min(ink, behind) + 0.05);
        });
      })
      .sort((one, other) => one - other);
    // Without the few pixels of an edge that crosses the text.
    const ratio = ratios[Math.floor(0.04 * ratios.length)] ?? least;
    return ratio < least ? [`${ratio.toFixed(2)}: ${words.slice(0, 40)}`] : [];
  });
}
