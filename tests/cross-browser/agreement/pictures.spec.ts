import { expect, test } from './test.ts';

/**
 * The mean difference of colours, 0 to 255, that a field of a picture may have: edges are smoothed
 * in another way, and gradients rounded. A shape that is missing makes more of it.
 */
const most = 24;

test('every picture is drawn alike', async ({ sides }) => {
  const [expected, ...drawings] = await Promise.all(
    sides.map(async ({ engine, page, home }) => {
      await page.goto(home.path);
      return { engine, pictures: await page.run(drawPictures) };
    }),
  );
  for (const { engine, pictures } of drawings) {
    const differing = Object.entries(expected?.pictures ?? {}).flatMap(([name, fields]) => {
      const difference = Math.max(
        ...fields.map((value, index) => Math.abs(value - (pictures[name]?.[index] ?? Number.NaN))),
      );
      return difference <= most ? [] : [`${name}: ${Math.round(difference)}`];
    });
    expect.soft(differing, engine).toEqual([]);
  }
});

/**
 * Every picture of the page as 8 x 8 fields: the mean of red, green, blue and opacity in each. Runs
 * inside the page.
 */
async function drawPictures(): Promise<Record<string, number[]>> {
  const [fields, fieldSize] = [8, 16];
  const side = fields * fieldSize;
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('there is no canvas');

  const drawings: Record<string, number[]> = {};
  for (const { src } of document.images) {
    const name = new URL(src).pathname;
    if (name in drawings) continue;
    const picture = new Image();
    picture.src = src;
    await picture.decode();
    context.clearRect(0, 0, side, side);
    // Firefox keeps a drawing's proportions, whatever it is told.
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
      // Colours count as much as they are seen.
      const value = channel === 3 ? alpha : ((data[index] ?? 0) * alpha) / 255;
      const field = (row * fields + column) * 4 + channel;
      sums[field] = (sums[field] ?? 0) + value;
    }
    drawings[name] = sums.map((sum) => Math.round(sum / (fieldSize * fieldSize)));
  }
  return drawings;
}
