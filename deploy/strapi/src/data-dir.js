const { mkdirSync } = require('node:fs');
const { join, resolve } = require('node:path');

/** The folder of everything that changes; made on the first start. */
module.exports = (env) => {
  const folder = resolve(__dirname, '..', env('DATA_DIR', 'data'));
  // Strapi refuses to start without a place for uploads.
  mkdirSync(join(folder, 'public/uploads'), { recursive: true });
  return folder;
};
