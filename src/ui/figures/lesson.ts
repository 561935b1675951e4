/** What there is to learn from a figure. */
export interface Lesson {
  /** In TeX; each a line of its own. */
  equation: string | readonly string[];
  /** The symbols: TeX, and what it stands for. */
  where: readonly (readonly [symbol: string, meaning: string])[];
  /** Where the equation, or the measurement, comes from. */
  source: string;
  /** "What is changed: what becomes of the figure." */
  changes: readonly string[];
}
