// Passes signals on to a child, and ends a child that computes without a pause and so cannot answer them.
import { rmSync } from "node:fs";
import { constants } from "node:os";

/** The child has this process's streams, and tells what it does over a channel (see src/cli/launcher.ts). */
export const STDIO = ["inherit", "inherit", "inherit", "ipc"];

/** Time in which a child must answer a signal, ms. */
const ANSWER_MS = 800;
/** A child that keeps the results of unfinished work has this many times longer: its step in progress ends first. */
const KEEPING = 10;
/** Two signals within this time, ms, count as one: a terminal and npm may both send the same ctrl-C. */
const SAME_MS = 500;

/**
 * Resolves with the exit code when the child has ended: 128 and the number of the signal if one ended it. A child that answers
 * a signal may take its time to keep its results.
 */
export function supervise(child, { answerMs = ANSWER_MS } = {}) {
  let unfinished = [];
  let [late, ended] = [undefined, undefined];
  let [keeps, since] = [false, 0];
  child.on("message", (note) => {
    if (note.unfinished) ({ unfinished } = note);
    if (note.keeps) keeps = true;
    if (!note.heard) return;
    clearTimeout(late);
    late = undefined;
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      const end = () => {
        ended = signal;
        child.kill("SIGKILL");
      };
      child.kill(signal);
      if (late) {
        if (performance.now() - since > SAME_MS) end();
        return;
      }
      since = performance.now();
      late = setTimeout(end, keeps ? KEEPING * answerMs : answerMs);
    });
  }
  return new Promise((resolve) => {
    child.on("exit", (code, signal) => {
      clearTimeout(late);
      if (signal) for (const path of unfinished) rmSync(path, { force: true });
      if (ended) {
        process.stderr.write("\nThe command was too busy to stop, and was ended. What it had not written is lost.\n");
      }
      resolve(code ?? 128 + (constants.signals[ended ?? signal] ?? 0));
    });
  });
}
