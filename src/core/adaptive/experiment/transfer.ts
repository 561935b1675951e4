import { codeOf, CODES, type CodeFamily } from "../../codes/registry.ts";
import { decoderTransfer } from "../../codes/transfer/decoder-transfer.ts";
import { gaussianLlrs, normalNumbers } from "../../detection/gaussian-llrs.ts";
import { informationOf, type TransferCurve } from "../../detection/information.ts";
import type { Gpu } from "../../gpu/device.ts";
import { readBack } from "../../gpu/readback.ts";
import { wordsOf } from "../../gpu/rows.ts";
import type { Stage } from "../../gpu/timing.ts";
import { MOST_LEARNED } from "../coding/bit-priors.ts";
import { createAdaptiveChain, mostAdaptivePackets } from "./chain.ts";
import { codedPacket } from "./coding.ts";
import { type AdaptiveExperiment, type AdaptivePointDb, exchangesOf } from "./experiment.ts";
import { shownPoint } from "./learning.ts";
import type { SentCodewords } from "./receivers.ts";

/** What MAP and the decoder exchange at one point. All information is in bits per coded bit. */
export interface TurboTransfer extends AdaptivePointDb {
  /** Packets behind all numbers. */
  packets: number;
  /** By exchange: the information that the equalizer passes on, and then the decoder. */
  exchanges: { first: number; second: number }[];
  /** Transfer curves for Gaussian LLRs. */
  equalizer: TransferCurve;
  decoder: TransferCurve;
}

/** Coded bits that the curves need; a software adapter computes fewer. */
const BITS = 2 ** 17;
const SOFTWARE_BITS = 2 ** 12;
/** Inputs of the equalizer's curve. Its ends are the first exchange and almost perfect knowledge. */
const INPUTS = [0, 0.15, 0.3, 0.45, 0.6, 0.7, 0.8, 0.9, 0.999] as const;
const SEED = 29;

/**
 * Returns the exchange between MAP and the decoder, and their transfer curves; undefined for an experiment without both. Source:
 * M. Tüchler, R. Koetter and A. Singer, “Turbo equalization: principles and new results”, IEEE Trans. Communications 50 (2002).
 *
 * @param bits Coded bits behind each number, at least.
 */
export async function transfer(
  { device, adapter }: Gpu,
  config: AdaptiveExperiment,
  ebn0Db: number,
  bits = adapter.software ? SOFTWARE_BITS : BITS,
): Promise<TurboTransfer | undefined> {
  const packet = codedPacket(config);
  if (!packet || !config.equalizers.includes("map")) return undefined;
  const own: AdaptiveExperiment = { ...config, equalizers: ["map"], outer: "2", learning: 0 };
  const wanted = Math.ceil(bits / packet.coded);
  const packets = Math.min(wanted, mostAdaptivePackets(device, own));
  const chain = await createAdaptiveChain(device, own, packets);
  try {
    const { sent, source } = chain;
    const [{ loop }] = chain.branches;
    if (!sent || !loop) throw new Error("adaptive: the chain has no loop");
    const point = shownPoint(config, ebn0Db);
    chain.setBatch({ firstPacket: 0, snrDb: point.snrDb });
    const read = async (stages: readonly Pick<Stage, "encode">[], ...buffers: GPUBuffer[]) => {
      const recorder = device.createCommandEncoder({ label: "turbo transfer" });
      for (const stage of stages) stage.encode(recorder);
      const sources = buffers.map((buffer) => ({ buffer, size: 4 * packet.coded * packets }));
      return (await readBack(device, sources, recorder)).map((bytes) => new Float32Array(bytes));
    };
    const coded = await codedBits(device, source, sent, packets);
    const codedAt = (i: number) => coded[i];
    const exchanges: TurboTransfer["exchanges"] = [];
    const turns = Math.max(...exchangesOf("map", config));
    for (let turn = 0; turn < turns; turn++) {
      const before = turn === 0 ? loop.start : loop.feedback;
      const [llrs, posterior] = await read([...before, ...loop.equalize, ...loop.decode], loop.llrs, loop.posterior);
      exchanges.push({ first: informationOf(llrs, codedAt), second: informationOf(learned(posterior, llrs), codedAt) });
    }
    const noise = normalNumbers(coded.length, SEED);
    const equalizer: TransferCurve = [];
    for (const input of INPUTS) {
      device.queue.writeBuffer(loop.priors, 0, placed(gaussianLlrs(noise, codedAt, input), sent, packets));
      const [llrs] = await read(loop.equalize, loop.llrs);
      equalizer.push({ input, output: informationOf(llrs, codedAt) });
    }
    const { code } = packet;
    const { usual }: CodeFamily = CODES[codeOf(code.name).family];
    const decoder = await decoderTransfer(device, { code, decoding: usual(code), coded, fed: learned, seed: SEED + 1 });
    return { ...point, packets, exchanges, equalizer, decoder };
  } finally {
    chain.destroy();
  }
}

/** What a decoder learned beyond its input, as the loop passes it on. */
const learned = (posterior: Float32Array, input: Float32Array) =>
  posterior.map((value, i) => Math.max(-MOST_LEARNED, Math.min(MOST_LEARNED, value - input[i])));

/** Sends a batch and returns its coded bits, [packet][codeword][n]. */
async function codedBits(
  device: GPUDevice,
  source: readonly Pick<Stage, "encode">[],
  { code: { length }, codewords, coded, words }: SentCodewords,
  packets: number,
): Promise<Uint8Array> {
  const recorder = device.createCommandEncoder({ label: "sent codewords" });
  for (const stage of source) stage.encode(recorder);
  const width = wordsOf(length);
  const [bytes] = await readBack(device, [{ buffer: words, size: 4 * width * codewords * packets }], recorder);
  const found = new Uint32Array(bytes);
  return Uint8Array.from({ length: coded * packets }, (_, i) => {
    const [frame, bit] = [Math.floor(i / length), i % length];
    return (found[frame * width + (bit >> 5)] >>> (bit & 31)) & 1;
  });
}

/** Returns LLRs of the coded bits at the rows where they were sent; the others are 0. */
function placed(llrs: Float32Array, { places: { bitAt }, coded }: SentCodewords, packets: number) {
  return Float32Array.from({ length: bitAt.length * packets }, (_, at) => {
    const bit = bitAt[Math.floor(at / packets)];
    return bit < coded ? llrs[(at % packets) * coded + bit] : 0;
  });
}
