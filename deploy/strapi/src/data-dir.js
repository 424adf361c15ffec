const { mkdirSync } = require('node:fs');
const { join, resolve } = require('node:path');

/** Returns the data folder, and creates it on the first start. */
module.exports = (env) => {
  const folder = resolve(__dirname, '..', env('DATA_DIR', 'data'));
  // Strapi does not start without a folder for uploads.
  mkdirSync(join(folder, 'public/uploads'), { recursive: true });
  return folder;
};
