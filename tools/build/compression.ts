import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Extensions of formats that are not compressed already. */
const compressible = ['.css', '.js', '.json', '.svg'];

type Variant = [path: string, contents: Uint8Array];

const encoders = {
  br: (contents: Uint8Array) =>
    promisify(brotliCompress)(contents, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: contents.length,
      },
    }),
  gz: (contents: Uint8Array) => promisify(gzip)(contents, { level: constants.Z_BEST_COMPRESSION }),
};

/** Returns the compressed variants of a file, leaving out those that are no smaller than the file. */
export async function compressed(path: string, contents: Uint8Array): Promise<Variant[]> {
  if (!compressible.includes(extname(path))) return [];
  const variants = Object.entries(encoders).map(
    async ([suffix, encode]): Promise<Variant> => [`${path}.${suffix}`, await encode(contents)],
  );
  return (await Promise.all(variants)).filter(([, variant]) => variant.length < contents.length);
}
