// Runs once in every runtime, before the bundle, and leaves it nothing but the
// language and these four operations: no file, network, environment, process or
// inner part of the engine can be reached from a page.
import { core } from "ext:core/mod.js";

const { op_page_drained, op_page_head, op_page_put, op_page_stray_error, op_page_write } = core.ops;

// A promise rejected with nobody listening is reported where it happens. Left
// alone, the engine would hand the error to whichever page it renders next.
core.setUnhandledPromiseRejectionHandler((_promise, reason) => {
  op_page_stray_error(String(reason?.stack ?? reason));
  return true;
});

globalThis.marquee = Object.freeze({
  head: op_page_head,
  put: op_page_put,
  write: op_page_write,
  drained: op_page_drained,
});
