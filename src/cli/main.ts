import { complain, runCommand } from "./commands.ts";
import { reasonOf } from "./output.ts";
import { heedSignals, interruptCode } from "./terminal.ts";

heedSignals();
process.on("uncaughtException", (error) => {
  complain(error);
  process.exit(1);
});
let unwritten = false;
process.stdout.on("error", noteUnwritten);
// Standard error is closed: there is no place left for a message.
process.stderr.on("error", () => {});

const code = await runCommand(process.argv.slice(2));
// Dawn's own threads keep the process alive: exit as soon as the streams are drained.
process.stdout.write("", (error) => {
  if (error) noteUnwritten(error);
  process.stderr.write("", () => process.exit(exitCode()));
});

function noteUnwritten(error: NodeJS.ErrnoException): void {
  // A reader, for example `head`, may close its pipe early: that is not a failure.
  if (unwritten || ["EPIPE", "ERR_STREAM_DESTROYED"].includes(error.code ?? "")) return;
  unwritten = true;
  process.stderr.write(`standard output cannot be written: ${reasonOf(error)}\n`);
}

/** Returns an interruption's exit code only if work was left undone. */
function exitCode(): number {
  const failed = code || Number(process.exitCode ?? 0) || Number(unwritten);
  return failed ? (interruptCode() ?? failed) : 0;
}
