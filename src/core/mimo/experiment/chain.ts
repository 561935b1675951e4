import { readBack } from "../../gpu/readback.ts";
import { owningRehearsed } from "../../gpu/owning.ts";
import type { Stage } from "../../gpu/timing.ts";
import { createInterleavedBits } from "../../codes/interleaving/bits.ts";
import { crcCheck } from "../../codes/crc/crc.ts";
import { createEncoder, widestBuffer } from "../../codes/factories.ts";
import { createChannelUse } from "../channel-use.ts";
import type { Detector } from "../detector.ts";
import type { DetectorName } from "../registry.ts";
import { createQr } from "../qr.ts";
import { createRandomBits } from "../../random/bits.ts";
import { mimoFrame, type MimoExperiment, mimoNoiseVariance, outersOf, receiversOf, sizesOf } from "./experiment.ts";
import { frameOrder } from "./interleaver.ts";
import { createBranch, type MimoBranch } from "./receiver.ts";

/** Counts of one receiver for the codewords of a page. */
export interface MimoCount {
  /** Wrong information bits of each codeword, after the decoder. */
  errors: Uint32Array;
  /** Wrong coded bits of each codeword by the signs of the detector's LLRs. */
  uncodedErrors: Uint32Array;
  /** Iterations of the decoder for each codeword, in this outer iteration: 0 after an early stop; absent without a code. */
  iterations?: Uint32Array;
}

/** Bits, encoder, interleaver, channel uses, detectors, decoders and counters for pages of a fixed number of frames. */
export interface MimoChain {
  readonly frames: number;
  /** Channel uses per page. */
  readonly uses: number;
  /** Transmitted bits, u32 [frame][⌈E/32⌉]. */
  readonly sent: GPUBuffer;
  /** H, vec2f [use][N][M], and y, vec2f [use][N]. */
  readonly channel: GPUBuffer;
  readonly received: GPUBuffer;
  readonly detectors: readonly Detector[];
  /** LLRs of the coded bits after each detector's last run, f32 [codeword][n]. */
  readonly llrs: readonly GPUBuffer[];
  /** Information bits, u32 [codeword][⌈K/32⌉]. */
  readonly bits: GPUBuffer;
  /** The whole block diagram: from the bits to the channel, and then one branch per detector. */
  readonly stages: readonly Stage[];
  readonly link: readonly Stage[];
  readonly branches: readonly MimoBranch[];
  /** Takes effect for later submissions. */
  setPage(page: { firstFrame: number; snrDb: number }): void;
  /** Runs the page and returns one count per receiver: each detector after each of its outer iterations. */
  run(): Promise<MimoCount[]>;
  destroy(): void;
}

/** Most frames per page. */
const MOST_PAGE = 16_384;
/** Largest size of a page's largest buffer on any device, bytes. */
const MOST_BYTES = 2 ** 29;

/** Most frames that the device can bind: channels, LLRs, and messages of decoders have the largest buffers. */
export function mostFrames(device: GPUDevice, config: MimoExperiment): number {
  const { code, codewords, coded, uses, sent } = mimoFrame(config);
  const { antennas, receiveAntennas } = sizesOf(config);
  const iterative = receiversOf(config).some(({ outer }) => outer > 1);
  const decoder = code && iterative ? codewords * widestBuffer(code) : 0;
  const widest = Math.max(4 * codewords * coded, 4 * sent, 8 * uses * antennas * receiveAntennas, decoder);
  const { maxStorageBufferBindingSize, maxBufferSize } = device.limits;
  const bytes = Math.min(MOST_BYTES, maxStorageBufferBindingSize, maxBufferSize);
  return Math.max(1, Math.min(MOST_PAGE, Math.floor(bytes / widest)));
}

/**
 * @param names Detectors instead of the experiment's own.
 * @throws OutOfMemoryError when the device has no memory for this many frames.
 */
export async function createMimoChain(
  device: GPUDevice,
  experiment: MimoExperiment,
  frames: number,
  names: readonly DetectorName[] = experiment.detectors,
): Promise<MimoChain> {
  const config = { ...experiment, detectors: [...names] };
  return owningRehearsed(device, async (owner) => {
    const { keep } = owner;
    const { seed, correlation, crc } = config;
    const { antennas, receiveAntennas, bitsPerSymbol } = sizesOf(config);
    const { code, codewords: perFrame, information, uses: usesPerFrame } = mimoFrame(config);
    const [uses, codewords] = [frames * usesPerFrame, frames * perFrame];
    const check = code && crc !== "none" ? crcCheck(information, crc) : undefined;
    const source = await keep(createRandomBits(device, { length: information, frames: codewords, seed, check }));
    const encoder = code && (await keep(createEncoder(device, { code, frames: codewords, bits: source.bits })));
    const codeword = encoder?.code ?? source.bits;
    const order = frameOrder(config);
    const usesPerChannel = config.channel === "block-rayleigh" ? usesPerFrame : 1;
    const interleaved = await keep(createInterleavedBits(device, { ...order.bits, frames, bits: codeword }));
    const use = await keep(
      createChannelUse(device, {
        antennas,
        receiveAntennas,
        bitsPerSymbol,
        frames,
        usesPerFrame,
        sent: interleaved.output,
        fading: config.channel === "white" ? "identity" : "rayleigh",
        coherence: usesPerChannel,
        correlation,
        powerControl: config.powerControl === "on",
        seed,
      }),
    );
    const { channel, received } = use;
    // All detectors, and all runs of one, share the reduction to as many equations as streams.
    const reduced =
      receiveAntennas > antennas
        ? await keep(createQr(device, { antennas, receiveAntennas, uses, usesPerChannel, channel, received }))
        : undefined;
    const input = { channel: reduced?.factor ?? channel, received: reduced?.rotated ?? received, usesPerChannel };
    const branches: MimoBranch[] = [];
    for (const name of names) {
      branches.push(
        await createBranch(device, owner, { config, frames, name, order, ...input, bits: source.bits, codeword }),
      );
    }
    const link = [source, encoder, interleaved, use, reduced].filter((stage) => stage !== undefined);
    const stages = [...link, ...branches.flatMap(({ passes }) => passes.flat())];
    const outers = names.map((name) => outersOf(config, name));
    const kinds = code ? 3 : 1;
    return {
      frames,
      uses,
      sent: interleaved.output,
      channel,
      received,
      detectors: branches.map(({ detector }) => detector),
      llrs: branches.map(({ llr }) => llr),
      bits: source.bits,
      stages,
      link,
      branches,
      setPage({ firstFrame, snrDb }) {
        const noiseVariance = mimoNoiseVariance(config, snrDb);
        source.setFirstFrame(firstFrame * perFrame);
        use.setFirstFrame(firstFrame);
        use.setNoiseVariance(noiseVariance);
        for (const { detector } of branches) detector.setNoiseVariance(noiseVariance);
      },
      async run() {
        const recorder = device.createCommandEncoder({ label: "MIMO chain" });
        for (const stage of stages) stage.encode(recorder);
        const slices = branches.map(({ counts: buffer }, b) => ({
          buffer,
          size: 4 * codewords * kinds * outers[b].length,
        }));
        const read = await readBack(device, slices, recorder);
        return read.flatMap((bytes, b) =>
          outers[b].map((_, o): MimoCount => {
            const [uncodedErrors, errors = uncodedErrors, iterations] = Array.from(
              { length: kinds },
              (_, kind) => new Uint32Array(bytes, 4 * codewords * (o * kinds + kind), codewords),
            );
            return { errors, uncodedErrors, iterations };
          }),
        );
      },
    };
  });
}
