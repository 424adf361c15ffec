import { expect, test } from './test.ts';

/**
 * Maximum difference of a cell's mean colour, 0 to 255, for differences in anti-aliasing and gradients.
 * A missing shape differs by more.
 */
const maxDifference = 24;

test('every picture renders the same', async ({ sides }) => {
  const [expected, ...drawings] = await Promise.all(
    sides.map(async ({ engine, page, home }) => {
      await page.goto(home.path);
      return { engine, pictures: await page.run(drawPictures) };
    }),
  );
  const names = Object.keys(expected?.pictures ?? {});
  expect(names.length).toBeGreaterThan(0);
  for (const { engine, pictures } of drawings) {
    expect(Object.keys(pictures).toSorted(), engine).toEqual(names.toSorted());
    const differing = Object.entries(expected?.pictures ?? {}).flatMap(([name, fields]) => {
      const difference = Math.max(
        ...fields.map((value, index) => Math.abs(value - (pictures[name]?.[index] ?? Number.NaN))),
      );
      return difference <= maxDifference ? [] : [`${name}: ${Math.round(difference)}`];
    });
    expect.soft(differing, engine).toEqual([]);
  }
});

/**
 * Renders every picture of the page and returns the mean red, green, blue and alpha of 8 x 8 cells.
 * Runs inside the page.
 */
async function drawPictures(): Promise<Record<string, number[]>> {
  const [fields, fieldSize] = [8, 16];
  const side = fields * fieldSize;
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');

  const drawings: Record<string, number[]> = {};
  // A copy, since the list is live and hydration moves its elements.
  for (const { src } of [...document.images]) {
    const name = new URL(src).pathname;
    if (name in drawings) continue;
    const picture = new Image();
    picture.src = src;
    await picture.decode();
    context.clearRect(0, 0, side, side);
    // Firefox preserves the aspect ratio of SVG images.
    const scale = side / Math.max(picture.naturalWidth, picture.naturalHeight);
    const [width, height] = [picture.naturalWidth * scale, picture.naturalHeight * scale];
    context.drawImage(picture, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, side, side);
    const sums = new Array<number>(fields * fields * 4).fill(0);
    for (let index = 0; index < data.length; index += 1) {
      const [pixel, channel] = [Math.floor(index / 4), index % 4];
      const column = Math.floor((pixel % side) / fieldSize);
      const row = Math.floor(Math.floor(pixel / side) / fieldSize);
      const alpha = data[index - channel + 3] ?? 0;
      // Premultiplied alpha.
      const value = channel === 3 ? alpha : ((data[index] ?? 0) * alpha) / 255;
      const field = (row * fields + column) * 4 + channel;
      sums[field] = (sums[field] ?? 0) + value;
    }
    drawings[name] = sums.map((sum) => Math.round(sum / (fieldSize * fieldSize)));
  }
  return drawings;
}
