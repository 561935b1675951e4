import type { BitsPerSymbol } from "../../constellation/constellation.ts";
import { constellation } from "../../constellation/constellation.ts";
import { type DetectorConfig, MOST_RECEIVE_ANTENNAS } from "../detector.ts";
import { createArrayDetector } from "../array-detector.ts";
import type { DetectorName } from "../registry.ts";
import type { Gpu } from "../../gpu/device.ts";

/** Received vectors with their channels, in the layout of the file; complex numbers as re, im. */
export interface ReceivedVectors {
  /** Streams, and receive antennas: as many, or more. */
  nt: number;
  nr: number;
  bits_per_symbol: BitsPerSymbol;
  /** N0, the variance of the complex noise. */
  no: number;
  n_uses: number;
  /** Constellation points by their bits, most significant first. */
  constellation: { points_re: number[]; points_im: number[] };
  /** [use][rx] and [use][rx][tx] */
  y: number[];
  H: number[];
}

/** Tolerance for points, which files round to six decimals. */
const ROUNDING = 1e-4;

/** @throws RangeError or TypeError that says which part of the vectors is missing or wrong, and what was expected. */
export function checkVectors(input: unknown): ReceivedVectors {
  const given = input as Partial<ReceivedVectors> | null;
  const whole = (name: "nt" | "nr" | "n_uses" | "bits_per_symbol") => {
    const value = given?.[name];
    if (typeof value === "number" && Number.isInteger(value) && value > 0) return value;
    throw new TypeError(`vectors: ${name} must be a whole number > 0, got ${JSON.stringify(value)}`);
  };
  const [nt, nr, uses] = [whole("nt"), whole("nr"), whole("n_uses")];
  const bits = whole("bits_per_symbol");
  if (nr < nt || nr > MOST_RECEIVE_ANTENNAS) {
    throw new RangeError(`vectors: nr must be nt to ${MOST_RECEIVE_ANTENNAS}, got nt = ${nt} and nr = ${nr}`);
  }
  if (![2, 4, 6, 8].includes(bits)) throw new RangeError(`vectors: bits_per_symbol must be 2, 4, 6 or 8, got ${bits}`);
  const no = given?.no;
  if (typeof no !== "number" || !(no > 0)) {
    throw new RangeError(`vectors: no (the noise variance) must be a number > 0, got ${JSON.stringify(no)}`);
  }
  const list = (name: string, value: unknown, length: number) => {
    if (Array.isArray(value) && value.length === length && value.every(Number.isFinite)) return value as number[];
    const got = Array.isArray(value) ? `${value.length}, or not all are numbers` : JSON.stringify(value);
    throw new RangeError(`vectors: ${name} must hold ${length} finite numbers, got ${got}`);
  };
  const y = list("y", given?.y, 2 * uses * nr);
  const H = list("H", given?.H, 2 * uses * nr * nt);
  const re = list("constellation.points_re", given?.constellation?.points_re, 2 ** bits);
  const im = list("constellation.points_im", given?.constellation?.points_im, 2 ** bits);
  const points = constellation(bits as BitsPerSymbol, "38.211");
  for (const index of re.keys()) {
    if (Math.hypot(re[index] - points[2 * index], im[index] - points[2 * index + 1]) < ROUNDING) continue;
    throw new RangeError(
      `vectors: point ${index} must be ${points[2 * index].toFixed(6)}, ${points[2 * index + 1].toFixed(6)} as in TS 38.211, ` +
        `got ${re[index]}, ${im[index]}`,
    );
  }
  return {
    nt,
    nr,
    bits_per_symbol: bits as BitsPerSymbol,
    no,
    n_uses: uses,
    constellation: { points_re: re, points_im: im },
    y,
    H,
  };
}

/** A detector of the registry and how it works. */
export interface ChosenDetector extends Pick<DetectorConfig, "candidates" | "orders" | "sorting" | "clip"> {
  detector: DetectorName;
}

/**
 * LLRs log p(1)/p(0) of all bits, [use][stream][bit].
 *
 * @throws RangeError when the detector does not take the sizes.
 */
export async function detectVectors(
  gpu: Gpu,
  vectors: ReceivedVectors,
  { detector: name, clip, ...method }: ChosenDetector,
): Promise<Float32Array> {
  const { nt: antennas, nr: receiveAntennas, bits_per_symbol: bitsPerSymbol, n_uses: uses, y, H, no } = vectors;
  const sizes = { antennas, receiveAntennas, bitsPerSymbol, uses, ...method };
  const detector = await createArrayDetector(gpu, { ...sizes, detector: name, clip });
  try {
    return await detector.detect({ received: y, channel: H, noiseVariance: no });
  } finally {
    detector.destroy();
  }
}
