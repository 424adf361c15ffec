const type = 'api::winbox.winbox';

/** Published on the first start, so that the site's buttons lead somewhere. */
const firstLinks = {
  winbox77_my: 'https://operator.example/',
  winboxv2_com: 'https://operator.example/blog/',
};

/** Creates the links unless they exist; later edits are kept, drafts included. */
exports.ensureLinks = async (strapi) => {
  if (await strapi.documents(type).findFirst()) return;
  await strapi.documents(type).create({ data: firstLinks, status: 'published' });
};
