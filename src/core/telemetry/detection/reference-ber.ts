const FROM_DB = 0;
const STEP_DB = 0.5;

/** BER at 0, 0.5 … 16 dB, from 100,000 bits; the test recomputes them. */
const TABLE: readonly number[] = [
  0.08864, 0.07694, 0.06595, 0.05575, 0.04642, 0.03802, 0.03059, 0.02413, 0.01864, 0.01407, 0.01036, 0.007416, 0.005154,
  0.003465, 0.002246, 0.001399, 0.0008333, 0.0004724, 0.0002534, 0.0001279, 6.028e-5, 2.635e-5, 1.06e-5, 3.887e-6,
  1.287e-6, 3.811e-7, 9.969e-8, 2.274e-8, 4.457e-9, 7.381e-10, 1.013e-10, 1.128e-11, 9.927e-13,
];

/**
 * Bit error rate of SOQPSK-TG after the detection filter in white noise, with known phase and timing, on the packet grid. There is no
 * closed form: it is Q(distance / σ) averaged over random bits in float64. A receiver without an equalizer reaches it without multipath.
 */
export const REFERENCE_BER: readonly (readonly [ebn0Db: number, ber: number])[] = TABLE.map((ber, i) => {
  return [FROM_DB + i * STEP_DB, ber] as const;
});
