import { createFrameErrors, type FrameErrors } from "../../../detection/frame-errors.ts";
import { crcCheck } from "../../crc/crc.ts";
import { createRandomBits } from "../../../random/bits.ts";
import { createBinaryAwgn } from "../../../channel/bi-awgn.ts";
import type { Decoder, SoftOutput } from "../../code.ts";
import { createDecoder, createEncoder } from "../../factories.ts";
import { createInterleavedBits } from "../../interleaving/bits.ts";
import { createDeinterleavedLlrs } from "../../interleaving/llrs.ts";
import { codeOf } from "../../registry.ts";
import { readBack } from "../../../gpu/readback.ts";
import { owningRehearsed } from "../../../gpu/owning.ts";
import type { Stage } from "../../../gpu/timing.ts";
import {
  codeName,
  type DecoderChoice,
  decodersOf,
  sentBits,
  stopRule,
  type TurboExperiment,
  turboNoiseVariance,
} from "./experiment.ts";

/** Bits, encoder, rate matching, channel, decoders and counters for pages of a fixed number of codewords. */
export interface TurboChain {
  readonly codewords: number;
  /** u32 [codeword][⌈K/32⌉] */
  readonly bits: GPUBuffer;
  /** Input of the decoders: f32 [codeword][3K + 12]. */
  readonly llr: GPUBuffer;
  readonly decoders: readonly Decoder[];
  /** The whole block diagram. */
  readonly stages: readonly Stage[];
  /** Takes effect for later submissions. */
  setPage(page: { firstCodeword: number; ebn0Db: number }): void;
  /** Runs the page and returns wrong bits and iterations of each codeword for each decoder. */
  run(): Promise<{ errors: Uint32Array; iterations: Uint32Array }[]>;
  destroy(): void;
}

/** Most codewords per page. */
const MOST_PAGE = 16_384;
/** Largest size of a page's largest buffer on any device, bytes. */
const MOST_BYTES = 2 ** 29;

/** Most codewords that the device can bind: the received LLRs have the largest buffer. */
export function mostCodewords(device: GPUDevice, config: TurboExperiment): number {
  const widest = 4 * Math.max(sentBits(config), 3 * config.length + 12);
  const { maxStorageBufferBindingSize, maxBufferSize } = device.limits;
  const bytes = Math.min(MOST_BYTES, maxStorageBufferBindingSize, maxBufferSize);
  return Math.min(MOST_PAGE, Math.floor(bytes / widest));
}

/**
 * @param soft LLRs of the information bits that the decoders give.
 * @throws OutOfMemoryError when the device has no memory for this many codewords.
 */
export async function createTurboChain(
  device: GPUDevice,
  config: TurboExperiment,
  codewords: number,
  { decoders = decodersOf(config), soft }: { decoders?: readonly DecoderChoice[]; soft?: SoftOutput } = {},
): Promise<TurboChain> {
  return owningRehearsed(device, async ({ keep, scratch }) => {
    const { length, rate, redundancyVersion, modulation, crc, seed } = config;
    const size = { length, frames: codewords };
    const sent = sentBits(config);
    const { code } = codeOf(codeName(config));
    const source = await keep(
      createRandomBits(device, { ...size, seed, check: crc === "none" ? undefined : crcCheck(length, crc) }),
    );
    const encoder = await keep(createEncoder(device, { code, frames: codewords, bits: source.bits }));
    const matching = rate === "1/3" ? undefined : code.matching?.(sent, redundancyVersion);
    const matched = matching && { ...matching, frames: codewords };
    const matcher = matched && (await keep(createInterleavedBits(device, { ...matched, bits: encoder.code })));
    const channel = await keep(
      createBinaryAwgn(device, {
        frames: codewords,
        sent,
        bits: matcher?.output ?? encoder.code,
        modulation,
        seed,
      }),
    );
    const dematcher = matched && (await keep(createDeinterleavedLlrs(device, { ...matched, llr: channel.llr })));
    const llr = dematcher?.llr ?? channel.llr;
    const branches: { decoder: Decoder; counter: FrameErrors }[] = [];
    for (const choice of decoders) {
      const decoding = { ...choice, ...stopRule(config) };
      const decoder = await keep(createDecoder(device, { code, frames: codewords, llr, decoding, scratch, soft }));
      const counter = await keep(
        createFrameErrors(device, { ...size, bits: source.bits, decisions: decoder.decisions }),
      );
      branches.push({ decoder, counter });
    }
    const before = [source, encoder, matcher, channel, dematcher].filter((stage) => stage !== undefined);
    const stages = [...before, ...branches.flatMap(({ decoder, counter }) => [decoder, counter])];
    return {
      codewords,
      bits: source.bits,
      llr,
      decoders: branches.map(({ decoder }) => decoder),
      stages,
      setPage({ firstCodeword, ebn0Db }) {
        source.setFirstFrame(firstCodeword);
        channel.setFirstFrame(firstCodeword);
        channel.setNoiseVariance(turboNoiseVariance(config, ebn0Db));
      },
      async run() {
        const recorder = device.createCommandEncoder({ label: "turbo chain" });
        for (const stage of stages) stage.encode(recorder);
        const bytes = 4 * codewords;
        const sources = branches.flatMap(({ decoder, counter }) => [
          { buffer: counter.errors, size: bytes },
          { buffer: decoder.iterations, size: bytes },
        ]);
        const words = (await readBack(device, sources, recorder)).map((read) => new Uint32Array(read));
        return branches.map((_, b) => ({ errors: words[2 * b], iterations: words[2 * b + 1] }));
      },
    };
  });
}
