/**
 * A script that a page runs before it evaluates a function of a program: tsx compiles programs so that nested
 * functions keep their names, with a helper that the page does not have.
 */
export const functionNames = 'globalThis.__name = (it) => it;';
