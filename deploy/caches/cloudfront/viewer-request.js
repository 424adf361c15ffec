// CloudFront Function (cloudfront-js-2.0) for viewer requests: reduces Accept-Language to one language
// of the site, so that the cache has one variant for each. See docs/caching.md. For what browsers send,
// it is the language that the server would choose; wildcards and exclusions by q=0 have no effect.
const languages = {
  en: ['en', 'eng'],
  zh: ['zh', 'zho', 'chi', 'cmn', 'yue', 'nan', 'hak', 'wuu', 'gan', 'hsn', 'lzh'],
  ms: ['ms', 'msa', 'may', 'zsm', 'zlm'],
};
const codes = Object.keys(languages);

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it.
function handler(event) {
  const { request } = event;
  const header = request.headers['accept-language'];
  let best = 'en';
  let highest = 0;
  for (const range of (header ? header.value : '').split(',')) {
    const match = /^\s*([a-z]+)(?:-[a-z0-9-]+)?\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(range);
    const primary = match ? match[1].toLowerCase() : '';
    const language = codes.find((code) => languages[code].includes(primary));
    const quality = match?.[2] === undefined ? 1 : Number(match[2]);
    if (language && quality > highest) {
      best = language;
      highest = quality;
    }
  }
  request.headers['accept-language'] = { value: best };
  return request;
}
