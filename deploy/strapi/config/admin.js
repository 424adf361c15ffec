module.exports = ({ env }) => ({
  // The admin panel would need a build of its own; its API works without it.
  serveAdminPanel: false,
  autoOpen: false,
  auth: { secret: env('ADMIN_JWT_SECRET') },
  // Without an encryption key (Strapi logs a warning), tokens can be verified but not read.
  apiToken: { salt: env('API_TOKEN_SALT') },
  flags: { nps: false, promoteEE: false },
});
