import { deinterleave } from "../../codes/interleaving/llrs.float64.ts";
import { interleavePriors } from "../../codes/interleaving/priors.reference.ts";
import { crcBits, crcLength, type LinearCrcName } from "../../codes/crc/crc.ts";
import { ldpcCode } from "../../codes/ldpc/code.ts";
import { decodeLdpcFrame, type LdpcDecoded } from "../../codes/ldpc/decoder.reference.ts";
import type { LdpcDecoding } from "../../codes/ldpc/decoding.ts";
import type { BitsPerSymbol } from "../../constellation/constellation.ts";
import { detectMaxLog } from "../max-log.float64.ts";
import { detectMmsePic } from "../mmse-pic.reference.ts";
import type { DetectorName } from "../registry.ts";
import { detectTrellis } from "../trellis.float64.ts";
import { decodingOf, mimoFrame, type MimoExperiment, sizesOf } from "./experiment.ts";
import { frameOrder } from "./interleaver.ts";

type Detect = (
  h: Float32Array,
  y: Float32Array,
  prior: ArrayLike<number>,
  bits: BitsPerSymbol,
  noise: number,
) => ArrayLike<number>;

/** Detectors with priors, one use at a time. */
const DETECT: Partial<Record<DetectorName, Detect>> = {
  "mmse-pic": detectMmsePic,
  "max-log": (h, y, prior, bits, noise) => detectMaxLog(h, y, bits, noise, prior),
  mtt: (h, y, prior, bits, noise) => detectTrellis(h, y, bits, noise, { passes: "multiple", prior }).llr,
};

/** Information bits of a codeword end with the CRC of the bits before them. */
function crcHolds(bits: readonly number[], crc: LinearCrcName): boolean {
  const data = bits.length - crcLength(crc);
  return crcBits(bits.slice(0, data), crc).every((bit, i) => bit === bits[data + i]);
}

/** One frame after an outer iteration. */
export interface Received {
  /** LLRs of the codewords' bits after the detector, [codeword][n]. */
  detected: Float64Array;
  /** Decided information bits, [codeword][K]. */
  bits: number[];
  /** Iterations of the decoder, [codeword]: 0 after the frame has ended. */
  iterations: number[];
}

/**
 * Receives one frame of an experiment with an LDPC code in float64. With an early stop the frame ends after the outer iteration
 * in which the checks, or the CRCs, of all its codewords hold.
 *
 * @param channel H of each use, complex [use][N][M].
 * @param received y, complex [use][N].
 * @param outer Number of outer iterations.
 */
export function receiveFrame(
  config: MimoExperiment,
  noiseVariance: number,
  { channel, received, outer }: { channel: Float32Array; received: Float32Array; outer: number },
): Received[] {
  const { antennas, receiveAntennas, bitsPerSymbol } = sizesOf(config);
  const { code, codewords, coded, uses, sent } = mimoFrame(config);
  const { llrs: order } = frameOrder(config);
  const { scale: factor, ...rules } = decodingOf(config);
  const decoding = { ...rules, factor } as LdpcDecoding;
  const detect = DETECT[config.detectors[0]]!;
  const perUse = antennas * bitsPerSymbol;
  let prior: Float64Array = new Float64Array(sent);
  let ended: Received | undefined;
  let decoded: (LdpcDecoded | undefined)[] = Array.from({ length: codewords });
  let before: Float64Array | undefined;
  return Array.from({ length: outer }, (_, i): Received => {
    if (ended) return ended;
    const llr = Float64Array.from({ length: sent });
    for (let use = 0; use < uses; use++) {
      const [matrix, vector] = [2 * receiveAntennas * antennas, 2 * receiveAntennas];
      const h = channel.subarray(use * matrix, (use + 1) * matrix);
      const y = received.subarray(use * vector, (use + 1) * vector);
      llr.set(
        detect(h, y, prior.subarray(use * perUse, (use + 1) * perUse), bitsPerSymbol, noiseVariance),
        use * perUse,
      );
    }
    const detected = deinterleave(llr, order);
    const ends = config.lastDecoding === "exact" && i > 0 && i === outer - 1;
    const rules = ends ? { ...decoding, algorithm: "sum-product" as const } : decoding;
    const decode = (llrs: Float64Array, at: number, rules: LdpcDecoding, kept?: number[][]) =>
      decodeLdpcFrame(ldpcCode(code!.name), llrs.subarray(at * coded, (at + 1) * coded), rules, kept);
    decoded = decoded.map((last, at) => {
      if (config.messages === "reset" || !last || !before) return decode(detected, at, rules);
      if (config.messages === "kept") return decode(detected, at, rules, last.messages);
      const { messages } = decode(before, at, { ...rules, iterations: 1 }, last.messages);
      const now = decode(detected, at, { ...rules, iterations: rules.iterations - 1 }, messages);
      return { ...now, iterations: 1 + now.iterations };
    });
    before = detected;
    const posterior = decoded.flatMap((one) => Array.from(one!.posterior));
    prior = interleavePriors(posterior, order, config.feedback === "extrinsic" ? detected : undefined);
    const bits = decoded.flatMap((one) => one!.bits);
    const verified = decoded.every((one) => {
      return config.crc !== "none" && config.stop === "crc" ? crcHolds(one!.bits, config.crc) : one!.holds;
    });
    if (config.stop !== "none" && verified) ended = { detected, bits, iterations: decoded.map(() => 0) };
    return { detected, bits, iterations: decoded.map((one) => one!.iterations) };
  });
}
