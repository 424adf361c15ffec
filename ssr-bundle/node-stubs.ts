/**
 * Stands in for `crypto`, `stream` and `util`, which React's renderer loads.
 * It makes one `TextEncoder` at load and uses none of them with
 * `renderToPipeableStream`, which writes plain strings.
 */
export class TextEncoder {}

export class Readable {}
