/** The Content Security Policy of a site (https://www.w3.org/TR/CSP3/): its own origin, and what it names. */

const own: Record<string, string> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** No script can make HTML or code of text. */
const trustedTypes = "require-trusted-types-for 'script'; trusted-types 'none'";

/** The directives to which a site may add origins. */
export const extensible = [
  'script-src',
  'style-src',
  'img-src',
  'font-src',
  'connect-src',
  'media-src',
  'frame-src',
  'form-action',
] as const;

/** Returns the policy with these origins, by directive. Scripts of others do not know Trusted Types. */
export function contentSecurityPolicy(origins: Record<string, readonly string[]>): string {
  const directives = [...new Set([...Object.keys(own), ...Object.keys(origins)])].map((name) => {
    const more = origins[name] ?? [];
    const first = own[name] ?? "'none'";
    const sources = more.length > 0 && first === "'none'" ? more : [first, ...more];
    return `${name} ${sources.join(' ')}`;
  });
  return [...directives, ...(origins['script-src']?.length ? [] : [trustedTypes])].join('; ');
}
