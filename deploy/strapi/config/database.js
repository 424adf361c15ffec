const { join } = require('node:path');
const dataDir = require('../src/data-dir');

module.exports = ({ env }) => ({
  connection: {
    client: 'sqlite',
    connection: { filename: join(dataDir(env), 'strapi.db') },
    useNullAsDefault: true,
  },
});
