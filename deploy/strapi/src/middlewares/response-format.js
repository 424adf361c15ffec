/** Forces the response format of Strapi 4, for clients that expect it and cannot request it. */
module.exports =
  ({ format }) =>
  (context, next) => {
    if (format === 'v4') context.request.headers['strapi-response-format'] = 'v4';
    return next();
  };
