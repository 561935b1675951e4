import { complain, runCommand } from "./commands.ts";
import { STAGE_PROCESS } from "./bench/stages/protocol.ts";
import { TIMED_SWEEP } from "./bench/sweeps/protocol.ts";
import { DEVICE_PROCESS } from "./devices/protocol.ts";
import { reasonOf } from "./reason.ts";
import { endWith, heedSignals, tell } from "./terminal.ts";

process.on("uncaughtException", (error) => {
  complain(error);
  process.exit(1);
});
let unwritten = false;
process.stdout.on("error", noteUnwritten);
// Standard error is closed: there is no place left for a message.
process.stderr.on("error", () => {});

if (process.argv[2] === DEVICE_PROCESS) {
  const { serveDevice } = await import("./devices/device-child.ts");
  serveDevice();
} else if (process.argv[2] === STAGE_PROCESS) {
  const { serveStages } = await import("./bench/stages/stage-child.ts");
  serveStages();
} else if (process.argv[2] === TIMED_SWEEP) {
  const { runTimedSweep } = await import("./bench/sweeps/timed-sweep.ts");
  await endWith(await runTimedSweep(process.argv[3]));
} else {
  // The system ends no first process of a container that has no handlers.
  if (process.pid === 1) heedSignals();
  keepLoop();
  const code = await runCommand(process.argv.slice(2));
  // A command that failed has already told why.
  unwritten ||= code !== 0;
  // Dawn's own threads keep the process alive: exit as soon as the streams are drained.
  process.stdout.write("", (error) => {
    if (error) noteUnwritten(error);
    process.stderr.write("", () => void endWith(code || Number(process.exitCode ?? 0) || Number(unwritten)));
  });
}

/**
 * Keeps the event loop alive until the command ends. While a loop is empty, Node blocks until V8's background work is done. That work may wait for the main thread to
 * collect garbage, and the process would hang: https://github.com/nodejs/node/issues/54918.
 */
function keepLoop(): void {
  setInterval(() => {}, 2 ** 31 - 1);
}

function noteUnwritten(error: NodeJS.ErrnoException): void {
  // A reader, for example `head`, may close its pipe early: that is not a failure.
  if (unwritten || ["EPIPE", "ERR_STREAM_DESTROYED"].includes(error.code ?? "")) return;
  unwritten = true;
  tell(`standard output cannot be written: ${reasonOf(error)}`);
}
