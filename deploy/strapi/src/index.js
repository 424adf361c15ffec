const { ensureLinks } = require('./links');
const { ensureToken } = require('./token');

module.exports = {
  async bootstrap({ strapi }) {
    await ensureLinks(strapi);
    await ensureToken(strapi, process.env.CONTENT_API_TOKEN);
  },
};
