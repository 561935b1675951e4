/** A remark that flows with a signal. */
export interface Tag {
  /** Index of the sample it belongs to, from the signal's first one. Whole or between samples, after a change of rate. */
  sample: number;
  /** What it says, e.g. "rx_freq", "capture", "burst". */
  key: string;
  value: string | number | boolean;
}
