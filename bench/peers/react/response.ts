export const headers = { 'content-type': 'text/html; charset=utf-8' };

/**
 * Options of React's renderers. Without `onHeaders`, React inserts preload links that Marquee's page
 * does not have.
 */
export const withoutPreloads = { onHeaders() {} };
