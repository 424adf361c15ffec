const type = 'admin::api-token';
const name = 'Marquee';

/**
 * Strapi would make up the value of a token; this one is given, so that a site can be told it
 * beforehand. Another value takes the place of the former one, which then opens nothing.
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
