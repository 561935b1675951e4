/** A command of the command line. */
export interface Command {
  /** One line for the overview. */
  about: string;
  /** `args` are the words of the command line after its name. */
  help(args: string[]): string;
  /** Exit code: 0 success, 1 stopped or failed, 2 bad arguments (also by throwing UsageError). */
  run(args: string[]): Promise<number>;
}
