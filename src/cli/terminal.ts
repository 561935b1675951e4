import { fstatSync, writeFileSync } from "node:fs";
import { reasonOf, writeText } from "./output.ts";

/**
 * Control characters, which would change the terminal's colours or title, or hide text, and characters that reverse the
 * direction of a text. Line feeds and tabs remain.
 */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Returns a text whose control characters can be seen: names of files and blocks may hold any. JSON keeps its meaning. */
export const visible = (text: string): string =>
  text.replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Writes a message, one line or several, to standard error. */
export function tell(message: string): void {
  process.stderr.write(`${visible(message)}\n`);
}

/**
 * Shows progress on standard error. In a terminal one line is updated. In a pipe a new line follows each tenth of the work.
 */
export function createProgress(title: string): { update(share: number, note?: string): void; end(): void } {
  const start = performance.now();
  let tenth = -1;
  const write = (text: string, share: number) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
    else if (Math.floor(share * 10) > tenth) process.stderr.write(`${text}\n`);
    tenth = Math.floor(share * 10);
  };
  return {
    update(share, words = "") {
      const note = visible(words);
      const elapsed = (performance.now() - start) / 1000;
      const left = share > 0 ? ` ${((elapsed * (1 - share)) / share).toFixed(0)} s left` : "";
      write(`${title} ${(100 * share).toFixed(0).padStart(3)} %${left} ${note}`.trimEnd(), share);
    },
    end() {
      if (process.stderr.isTTY) process.stderr.write("\n");
    },
  };
}

/** Writes a result to a file, completely or not at all; "-" is standard output. */
export function writeJson(target: string, value: unknown): void {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (target === "-") print(text);
  else writeText(target, text);
}

/**
 * Writes a text to standard output.
 *
 * @throws Error if a file or device takes only a part of the text. (Node's stream silently drops the part for which a
 * disk has no space.)
 */
export function print(content: string): void {
  const text = visible(content);
  const output = fstatSync(1);
  if (process.stdout.isTTY || !(output.isFile() || output.isCharacterDevice())) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(1, text);
  } catch (error) {
    throw new Error(`standard output cannot be written: ${reasonOf(error)}`, { cause: error });
  }
}

/** Exit codes of signals that ask a process to end: 128 and the signal's number. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Milliseconds within which two signals count as one: a launcher may pass on a ctrl-C that the terminal also sent. */
const SAME_INTERRUPT_MS = 500;

let interruption: { code: number; at: number } | undefined;
const interrupted = new AbortController();
let heeded = false;

/**
 * From now on SIGINT (ctrl-C), SIGTERM and SIGHUP set {@link interruptSignal}. If no command uses it, or at a second
 * signal, the process ends at once and removes its temporary files.
 */
export function heedSignals(): void {
  for (const [name, code] of Object.entries(SIGNALS)) process.on(name, () => interrupt(code));
}

function interrupt(code: number): void {
  const again = interruption !== undefined && performance.now() - interruption.at > SAME_INTERRUPT_MS;
  if (!heeded || again) process.exit(code);
  if (interruption) return;
  interruption = { code, at: performance.now() };
  tell("\nStopping after this step and keeping the results so far. Press ctrl-C again to end at once.");
  interrupted.abort();
}

/**
 * Returns a signal that aborts at ctrl-C, SIGTERM and SIGHUP. The command then keeps its results or cleans up, and
 * returns.
 */
export function interruptSignal(): AbortSignal {
  heeded = true;
  return interrupted.signal;
}

/** Returns 130, 143 or 129 after SIGINT, SIGTERM or SIGHUP; undefined if there was none. */
export const interruptCode = (): number | undefined => interruption?.code;
