/** Counts the steps of some work, and ends work that takes too many. Steps bound the time on any machine. */
export class Steps {
  /** Steps so far. */
  taken = 0;

  /**
   * @param most Largest number of steps.
   * @param what What needs them, for the message.
   */
  constructor(
    readonly most: number,
    private readonly what = "this",
  ) {}

  /** @throws RangeError beyond the largest number. */
  take(count = 1): void {
    this.taken += count;
    if (this.taken <= this.most) return;
    throw new RangeError(`${this.what} needs more than ${this.most} steps; use fewer or shorter expressions and lists`);
  }
}

/** Returns the count for all expressions of a graph. The largest presets take some thousand steps. */
export const graphSteps = (): Steps => new Steps(2 ** 22, "the graph");
