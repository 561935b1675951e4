/** The lesson behind a figure. */
export interface Lesson {
  /** In TeX, one line each. */
  equation: string | readonly string[];
  /** The symbols: TeX and meaning. */
  where: readonly (readonly [symbol: string, meaning: string])[];
  /** The source of the equation or of the measurement. */
  source: string;
  /** "What changes: how the figure responds." */
  changes: readonly string[];
}
