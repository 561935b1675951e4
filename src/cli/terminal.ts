import { fstatSync, writeFileSync } from "node:fs";
import { visible } from "../core/configuration/visible.ts";
import { createRemainingTime } from "../core/measurement/remaining-time.ts";
import { tellLauncher } from "./launcher.ts";
import { OutputError, reasonOf } from "./reason.ts";

/** Writes a message, one line or several, to standard error. */
export function tell(message: string): void {
  process.stderr.write(`${visible(message)}\n`);
}

/** Returns the characters per line of a terminal; undefined for a file or pipe. */
export const columnsOf = (stream: NodeJS.WriteStream): number | undefined =>
  stream.isTTY ? stream.columns : undefined;

/** Says that the work continues after a lost device, or with smaller batches. */
export const tellRecovery = ({ message }: { message: string }): void => tell(`\n${message}`);

interface Progress {
  /** @param steady False if the share says nothing about the remaining time. */
  update(share: number, words?: string, steady?: boolean): void;
  end(): void;
}

/**
 * Shows progress on standard error, and the remaining time once it is known. In a terminal one line is updated. In a pipe a new line
 * follows each tenth of the work.
 */
export function createProgress(title: string): Progress {
  const remaining = createRemainingTime();
  let tenth = -1;
  const write = (text: string, share: number) => {
    // Of a text that needs two lines, the next one would replace only the second.
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${cut(text, process.stderr.columns)}`);
    else if (Math.floor(share * 10) > tenth) process.stderr.write(`${text}\n`);
    tenth = Math.floor(share * 10);
  };
  return {
    update(share, words = "", steady = true) {
      const note = visible(words);
      const ms = remaining.at(performance.now(), share, steady);
      const left = ms === undefined || share === 1 ? "" : ` ${(ms / 1000).toFixed(0)} s left`;
      write(`${title} ${(100 * share).toFixed(0).padStart(3)} %${left} ${note}`.trimEnd(), share);
    },
    end() {
      if (process.stderr.isTTY) process.stderr.write("\n");
    },
  };
}

const cut = (text: string, columns: number) =>
  columns > 1 && text.length >= columns ? `${text.slice(0, columns - 2)}…` : text;

/**
 * Writes a text to standard output.
 *
 * @param content Bytes hold no controls.
 * @throws Error if a file or device takes only a part of the text. (Node's stream silently drops the part for which a
 * disk has no space.)
 */
export function print(content: string | Uint8Array): void {
  const text = typeof content === "string" ? visible(content) : content;
  const output = fstatSync(1);
  if (process.stdout.isTTY || !(output.isFile() || output.isCharacterDevice())) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(1, text);
  } catch (error) {
    throw new OutputError(`standard output cannot be written: ${reasonOf(error)}`, { cause: error });
  }
}

/** Exit codes of signals that ask a process to end: 128 and the signal's number. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type Signal = keyof typeof SIGNALS;
const NAMES = Object.keys(SIGNALS) as Signal[];

/** Milliseconds within which two signals count as one: a launcher may pass on a ctrl-C that the terminal also sent. */
const SAME_INTERRUPT_MS = 500;

let interruption: { signal: Signal; at: number } | undefined;
const interrupted = new AbortController();
let [heeded, installed] = [false, false];
const lastWork: (() => void)[] = [];

/** Work in progress for which an interrupted command did not wait. */
const abandoned = new Set<Promise<unknown>>();
/** The longest wait for it at the end, ms. */
const MOMENT_MS = 300;

/** Adds work that the process does at its end, also after a signal or an error. */
export function atEnd(work: () => void): void {
  lastWork.push(work);
  process.on("exit", work);
}

/**
 * From now on SIGINT (ctrl-C), SIGTERM and SIGHUP set {@link interruptSignal}. If the command does not use it, since it keeps
 * no results of unfinished work, or at a second signal, the process ends at once. Before the first call, the system ends the
 * process, also while it computes.
 */
export function heedSignals(): void {
  if (installed) return;
  installed = true;
  for (const name of NAMES) process.on(name, interrupt);
}

/** The system ends the process again, unless the command keeps results. It does not end the first one of a container. */
export function releaseSignals(): void {
  if (heeded || process.pid === 1) return;
  installed = false;
  for (const name of NAMES) process.off(name, interrupt);
}

function interrupt(name: NodeJS.Signals): void {
  const signal = name as Signal;
  tellLauncher({ heard: true });
  const again = interruption !== undefined && performance.now() - interruption.at > SAME_INTERRUPT_MS;
  if (!heeded) tell("\nStopped; no file was written.");
  if (!heeded || again) endBy(signal);
  if (interruption) return;
  interruption = { signal, at: performance.now() };
  tell("\nStopping and keeping the results so far. Press ctrl-C again to end at once.");
  interrupted.abort();
}

/**
 * Ends the process by its signal. With an exit code, Dawn would fail with a segmentation fault while a device
 * works.
 */
function endBy(signal: Signal): never {
  for (const work of lastWork) work();
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // The first process of a container does not end by signals.
  process.exit(SIGNALS[signal]);
}

/**
 * Ends the process: with an exit code, or as a signal does if one left work undone. Work in progress may take a moment to
 * end.
 */
export async function endWith(code: number): Promise<never> {
  if (!code || !interruption) process.exit(code);
  const moment = new Promise((resolve) => setTimeout(resolve, MOMENT_MS));
  await Promise.race([Promise.allSettled(abandoned), moment]);
  if (abandoned.size > 0) endBy(interruption.signal);
  process.exit(SIGNALS[interruption.signal]);
}

/**
 * Returns a signal that aborts at ctrl-C, SIGTERM and SIGHUP. The command then keeps its results or cleans up, and
 * returns.
 */
export function interruptSignal(): AbortSignal {
  if (!heeded) tellLauncher({ keeps: true });
  heeded = true;
  heedSignals();
  return interrupted.signal;
}

/** Returns the result of a work, or undefined as soon as a signal interrupts the command. */
export function unlessInterrupted<T>(work: Promise<T>): Promise<T | undefined> {
  const signal = interruptSignal();
  return new Promise((resolve, reject) => {
    const stop = () => {
      abandoned.add(work);
      resolve(undefined);
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
    work.then(resolve, reject).finally(() => {
      abandoned.delete(work);
      signal.removeEventListener("abort", stop);
    });
  });
}

/** Resolves when promises that are ready have been heard. */
const settled = () => new Promise<undefined>((resolve) => void setImmediate(resolve, undefined));

/**
 * Yields steps until a signal interrupts the command, which does not wait for the step in progress. A step that is ready at
 * the interruption is yielded.
 */
export async function* untilInterrupted<T>(steps: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = steps[Symbol.asyncIterator]();
  let isPending = false;
  try {
    for (;;) {
      isPending = true;
      const step = iterator.next();
      const next = (await unlessInterrupted(step)) ?? (await Promise.race([step, settled()]));
      if (next === undefined) return;
      isPending = false;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // A step in progress would have to end first.
    if (!isPending) await iterator.return?.();
  }
}
