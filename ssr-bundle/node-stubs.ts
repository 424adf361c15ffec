/**
 * Stubs of `crypto`, `stream` and `util`, which React's renderer imports. It creates a `TextEncoder`
 * at load, but `renderToPipeableStream`, which writes strings, uses none of them.
 */
export class TextEncoder {}

export class Readable {}
