const type = 'admin::api-token';
const name = 'Marquee';

/**
 * Creates the API token with a given value, so that it can be configured in the site beforehand;
 * Strapi would generate one. A changed value replaces the previous token, which becomes invalid.
 */
exports.ensureToken = async (strapi, value) => {
  if (!value) throw new Error('CONTENT_API_TOKEN is not set');
  const accessKey = strapi.service(type).hash(value);
  const tokens = strapi.db.query(type);
  const token = await tokens.findOne({ where: { name } });
  if (token?.accessKey === accessKey) return;
  if (token) await tokens.delete({ where: { id: token.id } });
  await tokens.create({
    data: {
      name,
      description: 'Reads the operator’s links',
      kind: 'content-api',
      type: 'read-only',
      accessKey,
    },
  });
};
