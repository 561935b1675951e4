import type { Code, Decoding } from "../../codes/code.ts";
import { crcLength } from "../../codes/crc/crc.ts";
import { type CodeFamily, CODES, codeOf } from "../../codes/registry.ts";
import type { BitsPerSymbol } from "../../constellation/constellation.ts";
import type { DetectorSizes } from "../detector.ts";
import { type DetectorName, detectors } from "../registry.ts";
import { parseRange, readPoints } from "../../configuration/fields.ts";
import type { Axis } from "../../measurement/measurement.ts";
import { MIMO_AUTO_EBN0, MIMO_AUTO_SNR, type MimoExperiment, MIMO_SCHEMA } from "./fields.ts";

export type { MimoExperiment } from "./fields.ts";

/** Algorithms that are exact, and their approximations, by the names that the families of codes give them. */
const EXACT: readonly string[] = ["sum-product", "log-map"] satisfies MimoExperiment["decoder"][];
const APPROXIMATE: readonly string[] = ["min-sum", "max-log"] satisfies MimoExperiment["decoder"][];

export const MIMO = {
  ...MIMO_SCHEMA,
  /**
   * Fills what is missing with defaults and checks the rest.
   *
   * @throws RangeError or TypeError with the value found and the value expected, or the reason why a detector does not support the sizes.
   */
  parse(input: unknown): MimoExperiment {
    const config = MIMO_SCHEMA.parse(input);
    const { antennas, receiveAntennas } = config;
    if (receiveAntennas !== 0 && receiveAntennas < antennas) {
      throw new RangeError(
        `mimo: receiveAntennas must be 0 or at least the ${antennas} transmit antennas, got ${receiveAntennas}`,
      );
    }
    const { codewords } = mimoFrame(config);
    // Codewords have numbers of 32 bits.
    if (config.frames * codewords > 2 ** 32) {
      throw new RangeError(
        `mimo: frames must be at most ${Math.floor(2 ** 32 / codewords)} with ${codewords} codewords per frame, got ${config.frames}`,
      );
    }
    config.decoder = decoderFor(config);
    const refusal = stopRefusal(config) ?? messagesRefusal(config);
    if (refusal) throw new RangeError(`mimo: ${refusal}`);
    for (const name of config.detectors) {
      const refusal = detectors[name].refusal({ ...sizesOf(config), uses: 1 });
      if (refusal) throw new RangeError(`mimo: ${name} does not support these sizes: ${refusal}`);
    }
    return config;
  },
};

/** Why an experiment's CRC does not fit its code, or the code does not support its early stop; `undefined` where they fit. */
export function stopRefusal({ code: name, crc, stop }: MimoExperiment): string | undefined {
  if (name === "none") return undefined;
  const { family, code } = codeOf(name);
  const { stops, mostIterations }: CodeFamily = CODES[family];
  if (crc !== "none" && code.information <= crcLength(crc)) {
    return `a CRC of ${crcLength(crc)} bits needs a code of more information bits, got ${name} with ${code.information}: set crc to none`;
  }
  if (stop === "none") return undefined;
  if (mostIterations === 1)
    return `an early stop needs a decoder with iterations, which ${name} lacks: set stop to none`;
  if (stop === "checks" && !stops.includes("checks")) {
    return `an early stop by checks needs an LDPC code, got ${name}: set stop to none, or crc to 24A and stop to crc`;
  }
  return stop === "crc" && crc === "none"
    ? "an early stop by CRC needs check bits in the codewords: set crc to 24A, 24B or 16"
    : undefined;
}

/** Why a decoder cannot keep its messages as the experiment says; `undefined` where it can. */
export function messagesRefusal({ messages, iterations }: MimoExperiment): string | undefined {
  return messages === "kept-from-bits" && iterations === 1
    ? "messages kept from bits need at least 2 iterations, because the first one uses the earlier LLRs; got 1: set iterations to 2, or messages to kept"
    : undefined;
}

/** The decoder under the name that the code's family gives it. */
function decoderFor({ code, decoder }: MimoExperiment): MimoExperiment["decoder"] {
  if (code === "none") return decoder;
  const algorithm = algorithmOf(CODES[codeOf(code).family], decoder);
  const own = [...EXACT, ...APPROXIMATE].includes(algorithm);
  return own ? (algorithm as MimoExperiment["decoder"]) : decoder;
}

/** The family's algorithm that is exact, or approximate, like the decoder. */
function algorithmOf({ algorithms }: CodeFamily, decoder: MimoExperiment["decoder"]): string {
  return EXACT.includes(decoder) ? algorithms[algorithms.length - 1] : algorithms[0];
}

/** The sizes of a detector except the number of channel uses. */
export function sizesOf({ antennas, receiveAntennas, qam, candidates, orders, sorting }: MimoExperiment) {
  return {
    antennas,
    receiveAntennas: receiveAntennas || antennas,
    bitsPerSymbol: Math.log2(Number(qam)) as BitsPerSymbol,
    candidates,
    orders: Math.min(orders, antennas),
    sorting,
  } satisfies Omit<DetectorSizes, "uses">;
}

/** One curve of an experiment: a detector, and the outer iterations after which its errors count. */
export interface MimoReceiver {
  detector: DetectorName;
  outer: number;
}

/** The receivers of an experiment: each detector after each of the outer iterations; once without priors or without a code. */
export function receiversOf(config: MimoExperiment): MimoReceiver[] {
  return config.detectors.flatMap((detector) => outersOf(config, detector).map((outer) => ({ detector, outer })));
}

/** The outer iterations after which a detector's errors count, in rising order. */
export function outersOf({ code, outer }: MimoExperiment, detector: DetectorName): number[] {
  if (code === "none" || !detectors[detector].priors) return [1];
  return [...new Set(parseRange(outer))].toSorted((a, b) => a - b);
}

/** The axis of a sweep: Eb/N0 if the experiment gives its points, else SNR. */
export function axisOf({ snr, ebn0 }: MimoExperiment): Axis {
  if (ebn0 === "") return { label: "SNR", points: readPoints(snr, MIMO_AUTO_SNR) };
  return { label: "Eb/N0", points: readPoints(ebn0, MIMO_AUTO_EBN0) };
}

/** Returns 10·log10(SNR/(Eb/N0)) = 10·log10(M·B·R): the information bits per channel use, in dB. */
export function snrOverEbn0(config: MimoExperiment): number {
  const { antennas, bitsPerSymbol } = sizesOf(config);
  const { information, coded } = mimoFrame(config);
  return 10 * Math.log10((antennas * bitsPerSymbol * information) / coded);
}

/** Returns the SNR and Eb/N0 of a point of the sweep, dB. */
export function pointOf(config: MimoExperiment, db: number): { snrDb: number; ebn0Db: number } {
  const difference = snrOverEbn0(config);
  return config.ebn0 === "" ? { snrDb: db, ebn0Db: db - difference } : { snrDb: db + difference, ebn0Db: db };
}

/** Bits per frame without a code. */
const UNCODED_BITS = 2304;

/** A frame: its codewords, and the channel uses that carry them. */
export interface MimoFrame {
  code: Code | undefined;
  /** Codewords per frame: 1, or one for each stream. */
  codewords: number;
  /** Information bits and coded bits per codeword. */
  information: number;
  coded: number;
  uses: number;
  /** Transmitted bits of the frame: the coded bits, and zeros. */
  sent: number;
}

export function mimoFrame(config: MimoExperiment): MimoFrame {
  const code = config.code === "none" ? undefined : codeOf(config.code).code;
  const { antennas, bitsPerSymbol } = sizesOf(config);
  const { information, length: coded } = code ?? { information: UNCODED_BITS, length: UNCODED_BITS };
  const codewords = config.codewords === "joint" ? 1 : antennas;
  const uses = Math.ceil((codewords * coded) / (antennas * bitsPerSymbol));
  return { code, codewords, information, coded, uses, sent: uses * antennas * bitsPerSymbol };
}

/** N0, the variance of the complex noise at a receive antenna: M·Es/SNR with Es = 1. */
export function mimoNoiseVariance({ antennas }: Pick<MimoExperiment, "antennas">, snrDb: number): number {
  return antennas / 10 ** (snrDb / 10);
}

/** The decoder's settings for an experiment with a code. A decoder that can stop by CRC does so with an early stop by CRC. */
export function decodingOf(config: MimoExperiment): Decoding {
  const { code: name, decoder, schedule, factor, iterations, crc, stop } = config;
  const { family, code } = codeOf(name);
  const { mostIterations, usual, stops }: CodeFamily = CODES[family];
  const byCrc = stop === "crc" && crc !== "none" && stops.includes("crc");
  return {
    ...usual(code),
    ...(byCrc ? { stop, crc } : {}),
    algorithm: algorithmOf(CODES[family], decoder),
    schedule,
    // The messages of an exact algorithm are not too large.
    scale: EXACT.includes(decoder) ? 1 : factor,
    iterations: Math.min(iterations, mostIterations),
  };
}
