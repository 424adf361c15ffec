const { factories } = require('@strapi/strapi');

// Read-only: no token can change the links through this API.
module.exports = factories.createCoreRouter('api::winbox.winbox', { only: ['find'] });
