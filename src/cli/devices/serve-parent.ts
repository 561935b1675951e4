import { Worker } from "node:worker_threads";

/** Time between two looks at the parent, ms, beyond what the process needs to end without force. */
const PARENT_MS = 1000;

/**
 * Makes this process live as long as its parent, which decides when it ends.
 *
 * @param drainMs Time that the process needs to end without force.
 * @param end Ends the process when the parent has closed its channel.
 */
export function serveParent(drainMs: number, end: () => void): void {
  // A terminal sends ctrl-C to all processes.
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => {});
  process.on("disconnect", end);
  endWithParent(2 * drainMs + PARENT_MS);
}

/**
 * Ends this process when its parent is gone, even while a driver blocks its main thread. (The main thread sees the end
 * of the parent's channel only when it is free.) The main thread names the parent: a thread that starts late would take the
 * process that adopts orphans for it.
 */
function endWithParent(ms: number): void {
  const watch = `
    const { parent } = require("node:worker_threads").workerData;
    setInterval(() => process.ppid === parent || process.kill(process.pid, "SIGKILL"), ${ms});
  `;
  new Worker(watch, { eval: true, workerData: { parent: process.ppid } }).unref();
}
