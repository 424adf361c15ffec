// Runs once in every runtime, before the bundle: a promise rejected with nobody
// listening is reported where it happens. Left alone, the engine would hand the
// error to whichever page it renders next.
import { core } from "ext:core/mod.js";

core.setUnhandledPromiseRejectionHandler((_promise, reason) => {
  core.ops.op_page_stray_error(String(reason?.stack ?? reason));
  return true;
});
