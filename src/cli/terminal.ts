import { writeFileSync } from "node:fs";

/** One line on standard error that is rewritten in a terminal and silent in a pipe, but for its last state. */
export function createProgress(title: string): { update(share: number, note?: string): void; end(): void } {
  const start = performance.now();
  let shown = "";
  const write = (text: string) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
    shown = text;
  };
  return {
    update(share, note = "") {
      const elapsed = (performance.now() - start) / 1000;
      const left = share > 0 ? ` ${((elapsed * (1 - share)) / share).toFixed(0)} s left` : "";
      write(`${title} ${(100 * share).toFixed(0).padStart(3)} %${left} ${note}`);
    },
    end() {
      process.stderr.write(process.stderr.isTTY ? "\n" : `${shown}\n`);
    },
  };
}

/** Writes a result to a file, or to standard output for "-". */
export function writeJson(target: string, value: unknown): void {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (target === "-") process.stdout.write(text);
  else writeFileSync(target, text);
}

/** A signal that ctrl-C sets once; a second ctrl-C ends the process the hard way. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  process.once("SIGINT", () => {
    process.stderr.write("\nStopping after this step; what is done is kept. Press ctrl-C again to end at once.\n");
    controller.abort();
  });
  return controller.signal;
}
