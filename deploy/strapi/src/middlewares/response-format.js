/** Has every request ask for the shape of Strapi 4, for sites that expect it and cannot say so. */
module.exports =
  ({ format }) =>
  (context, next) => {
    if (format === 'v4') context.request.headers['strapi-response-format'] = 'v4';
    return next();
  };
