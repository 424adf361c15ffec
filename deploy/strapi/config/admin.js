module.exports = ({ env }) => ({
  // The panel in the browser needs a build of its own; the routes that it takes are there without it.
  serveAdminPanel: false,
  autoOpen: false,
  auth: { secret: env('ADMIN_JWT_SECRET') },
  // With no key to encrypt them, which Strapi warns of, tokens can be checked but never read.
  apiToken: { salt: env('API_TOKEN_SALT') },
  flags: { nps: false, promoteEE: false },
});
