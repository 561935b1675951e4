/** A published packet error rate. */
export interface PublishedPer {
  rateMbps: number;
  bytes: number;
  /** [SNR per carrier in dB, PER], in rising SNR, without points that had no error. */
  points: readonly (readonly [snrDb: number, per: number])[];
}

/** PER at steps of 0.5 dB from the first SNR on, in rows of rate, octets, first SNR. */
const TABLE: readonly (readonly [rateMbps: number, bytes: number, from: number, ...per: number[]])[] = [
  [6, 32, -3.5, 1, 0.995, 0.9408, 0.8259, 0.5895, 0.3083, 0.1254, 0.0344, 0.0085, 0.0015, 0.00024, 9e-5],
  [18, 32, 2, 1, 0.994, 0.9588, 0.8512, 0.599, 0.3125, 0.1171, 0.0339, 0.0078, 0.0016, 0.00028, 8e-5],
  [36, 32, 8, 1, 0.999, 0.9479, 0.7989, 0.5923, 0.337, 0.1572, 0.0542, 0.0158, 0.004, 0.0011, 0.00027, 9e-5],
  [
    54, 32, 13, 1, 0.9901, 0.9625, 0.8398, 0.6866, 0.4634, 0.252, 0.1145, 0.0461, 0.0158, 0.0049, 0.0016, 0.00039,
    0.00011, 2e-5,
  ],
  [6, 1458, -1, 1, 0.994, 0.8185, 0.2908, 0.0663, 0.0112, 0.0015, 0.00015, 1e-5],
  [18, 1458, 4.5, 1, 0.998, 0.7578, 0.301, 0.0676, 0.0122, 0.0023, 0.00035, 4e-5],
  [36, 1458, 11, 1, 0.9269, 0.5139, 0.1826, 0.0465, 0.011, 0.0026, 0.00041, 0.0001],
  [54, 1458, 16, 1, 0.995, 0.8796, 0.5139, 0.2091, 0.0639, 0.0186, 0.0046, 0.0013, 0.00023, 2e-5],
];

/**
 * Packet error rates in white noise with known synchronization and channel, at most 40 000 packets per point. The packets
 * belong to the 20 MHz HT PHY with the same modulation and code rate.
 * Source: MATLAB WLAN Toolbox, as ns-3 holds the results (nsnam/ns-3-dev, src/wifi/model/reference).
 */
export const PUBLISHED_PER: readonly PublishedPer[] = TABLE.map(([rateMbps, bytes, from, ...per]) => ({
  rateMbps,
  bytes,
  points: per.map((each, i) => [from + i / 2, each] as const),
}));
