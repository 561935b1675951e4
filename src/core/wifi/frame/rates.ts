import type { PuncturedRate } from "../../codes/convolutional/puncturing.ts";

export type Modulation = "BPSK" | "QPSK" | "16-QAM" | "64-QAM";

/** Coded bits per carrier, N_BPSC. */
export const BITS_PER_CARRIER = { BPSK: 1, QPSK: 2, "16-QAM": 4, "64-QAM": 6 } as const satisfies Record<
  Modulation,
  number
>;

/** A rate of IEEE 802.11a: modulation and code. */
export interface Rate {
  /** Mbit/s at 20 MHz: the rate's name. */
  mbps: number;
  /** Mbit/s at 10 MHz. */
  mbpsAt10MHz: number;
  modulation: Modulation;
  codeRate: PuncturedRate;
  /** Coded bits per carrier, N_BPSC. */
  bitsPerCarrier: (typeof BITS_PER_CARRIER)[Modulation];
  /** Coded bits per symbol, N_CBPS. */
  codedBits: number;
  /** Data bits per symbol, N_DBPS. */
  dataBits: number;
  /** The RATE field of SIGNAL, the bit that is sent first on the left. */
  field: string;
}

function rate(mbps: number, modulation: Modulation, codeRate: PuncturedRate, field: string): Rate {
  const bitsPerCarrier = BITS_PER_CARRIER[modulation];
  const [informationBits, sentBits] = codeRate.split("/").map(Number);
  const codedBits = 48 * bitsPerCarrier;
  const dataBits = (codedBits * informationBits) / sentBits;
  return { mbps, mbpsAt10MHz: mbps / 2, modulation, codeRate, bitsPerCarrier, codedBits, dataBits, field };
}

/**
 * The eight rates, the slowest first. Source: IEEE Std 802.11-2012, 18.3.2.3 and 18.3.4.2.
 *
 * @example
 * ```ts
 * import { RATES } from "threeray/wifi";
 *
 * console.log(RATES.map(({ mbps }) => mbps).join(" ")); // 6 9 12 18 24 36 48 54
 * ```
 */
export const RATES: readonly Rate[] = [
  rate(6, "BPSK", "1/2", "1101"),
  rate(9, "BPSK", "3/4", "1111"),
  rate(12, "QPSK", "1/2", "0101"),
  rate(18, "QPSK", "3/4", "0111"),
  rate(24, "16-QAM", "1/2", "1001"),
  rate(36, "16-QAM", "3/4", "1011"),
  rate(48, "64-QAM", "2/3", "0001"),
  rate(54, "64-QAM", "3/4", "0011"),
];

/** The rate of SIGNAL itself. */
export const SIGNAL_RATE = RATES[0];

/**
 * Returns the rate with the given Mbit/s at 20 MHz.
 *
 * @throws RangeError when there is no such rate.
 *
 * @example
 * ```ts
 * import { rateOf } from "threeray/wifi";
 *
 * const { codeRate, dataBits } = rateOf(54);
 * console.log(codeRate, dataBits); // 3/4 216
 * ```
 */
export function rateOf(mbps: number): Rate {
  const found = RATES.find((each) => each.mbps === mbps);
  if (found) return found;
  throw new RangeError(`wifi/rates: rate must be ${RATES.map((each) => each.mbps).join(", ")} Mbit/s, got ${mbps}`);
}
