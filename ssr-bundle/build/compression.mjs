import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Formats that are not compressed already. */
const text = ['.css', '.js', '.json', '.svg'];

const encoders = {
  br: (/** @type {Uint8Array} */ contents) =>
    promisify(brotliCompress)(contents, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: contents.length,
      },
    }),
  gz: (/** @type {Uint8Array} */ contents) =>
    promisify(gzip)(contents, { level: constants.Z_BEST_COMPRESSION }),
};

/**
 * The compressed forms of a file that are smaller than itself.
 *
 * @param {string} path
 * @param {Uint8Array} contents
 * @returns {Promise<[path: string, contents: Uint8Array][]>}
 */
export async function compressed(path, contents) {
  if (!text.includes(extname(path))) return [];
  const forms = Object.entries(encoders).map(
    async ([suffix, encode]) =>
      /** @type {[string, Uint8Array]} */ ([`${path}.${suffix}`, await encode(contents)]),
  );
  return (await Promise.all(forms)).filter(([, form]) => form.length < contents.length);
}
