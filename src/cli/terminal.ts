import { writeFileSync } from "node:fs";

/** One line on standard error: rewritten in a terminal, a new one at each tenth of the work in a pipe. */
export function createProgress(title: string): { update(share: number, note?: string): void; end(): void } {
  const start = performance.now();
  let tenth = -1;
  const write = (text: string, share: number) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
    else if (Math.floor(share * 10) > tenth) process.stderr.write(`${text}\n`);
    tenth = Math.floor(share * 10);
  };
  return {
    update(share, note = "") {
      const elapsed = (performance.now() - start) / 1000;
      const left = share > 0 ? ` ${((elapsed * (1 - share)) / share).toFixed(0)} s left` : "";
      write(`${title} ${(100 * share).toFixed(0).padStart(3)} %${left} ${note}`.trimEnd(), share);
    },
    end() {
      if (process.stderr.isTTY) process.stderr.write("\n");
    },
  };
}

/** Writes a result to a file, or to standard output for "-". */
export function writeJson(target: string, value: unknown): void {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (target === "-") process.stdout.write(text);
  else writeFileSync(target, text);
}

/** A launcher may pass on the ctrl-C that the terminal has sent us already: these count as one. */
const SAME_INTERRUPT_MS = 500;

/** A signal that ctrl-C sets; a second ctrl-C ends the process the hard way. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  let first: number | undefined;
  process.on("SIGINT", () => {
    first ??= performance.now();
    if (controller.signal.aborted) {
      if (performance.now() - first > SAME_INTERRUPT_MS) process.exit(130);
      return;
    }
    process.stderr.write("\nStopping after this step; what is done is kept. Press ctrl-C again to end at once.\n");
    controller.abort();
  });
  return controller.signal;
}
