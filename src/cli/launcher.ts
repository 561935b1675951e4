/** What a process tells its launcher, `scripts/cli.mjs`, which ends a process that is too busy to heed a signal. */
type Note =
  /** The process heeds the last signal. */
  | { heard: true }
  /** The process keeps the results of unfinished work, so it may take longer until it heeds a signal. */
  | { keeps: true }
  /** The temporary files that the process would remove at its end. */
  | { unfinished: readonly string[] };

/** Does nothing in a process without a launcher. */
export function tellLauncher(note: Note): void {
  process.send?.(note, undefined, undefined, () => {});
}
