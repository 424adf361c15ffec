const { join } = require('node:path');
const dataDir = require('../src/data-dir');

module.exports = ({ env }) => ({
  host: env('HOST', '127.0.0.1'),
  port: env.int('PORT', 1337),
  app: { keys: env.array('APP_KEYS') },
  // Public, so not the folder of the database.
  dirs: { public: join(dataDir(env), 'public') },
  logger: { startup: { enabled: false }, updates: { enabled: false } },
  transfer: { remote: { enabled: false } },
});
