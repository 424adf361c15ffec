const { factories } = require('@strapi/strapi');

// Reading alone: whatever a token may do, nobody writes links by this way.
module.exports = factories.createCoreRouter('api::winbox.winbox', { only: ['find'] });
