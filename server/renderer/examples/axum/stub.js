// In place of Node's modules, which React's streaming renderer imports and does not use to write strings.
export class TextEncoder {}
export class Readable {}
