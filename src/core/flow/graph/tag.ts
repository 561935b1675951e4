/** A note attached to a sample of a signal. */
export interface Tag {
  /** Index of its sample, from the beginning of the signal. It may be fractional after a change of rate. */
  sample: number;
  /** Its kind, e.g. "rx_freq", "capture", "burst". */
  key: string;
  value: string | number | boolean;
}
