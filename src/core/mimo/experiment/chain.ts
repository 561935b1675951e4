import { createFrameErrors, type FrameErrors } from "../../detection/frame-errors.ts";
import { createHardDecisions } from "../../detection/hard-decisions.ts";
import { readBack } from "../../gpu/readback.ts";
import { owningRehearsed } from "../../gpu/owning.ts";
import type { Stage } from "../../gpu/timing.ts";
import { createInterleavedBits } from "../../codes/interleaving/bits.ts";
import { createDeinterleavedLlrs } from "../../codes/interleaving/llrs.ts";
import { NOTHING } from "../../codes/interleaving/order.ts";
import type { Decoder } from "../../codes/code.ts";
import { createDecoder, createEncoder } from "../../codes/factories.ts";
import { createChannelUse } from "../channel-use.ts";
import type { Detector } from "../detector.ts";
import { createDetector } from "../factories.ts";
import type { DetectorName } from "../registry.ts";
import { createRandomBits } from "../../random/bits.ts";
import { philox } from "../../random/philox.ts";
import { decodingOf, frameOf, type MimoExperiment, mimoNoiseVariance, sizesOf } from "./experiment.ts";

/** Counts of one detector and its decoder for the frames of a page. */
export interface MimoCount {
  /** Wrong information bits of each frame, after the decoder. */
  errors: Uint32Array;
  /** Wrong coded bits of each frame by the signs of the detector's LLRs. */
  uncodedErrors: Uint32Array;
  /** Iterations of the decoder for each frame; absent without a code. */
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
  /** LLRs of the coded bits after each detector, f32 [frame][n]. */
  readonly llrs: readonly GPUBuffer[];
  /** Information bits, u32 [frame][⌈K/32⌉]. */
  readonly bits: GPUBuffer;
  /** The whole block diagram. */
  readonly stages: readonly Stage[];
  /** Takes effect for later submissions. */
  setPage(page: { firstFrame: number; snrDb: number }): void;
  /** Runs the page and returns one count per detector. */
  run(): Promise<MimoCount[]>;
  destroy(): void;
}

/** A detector with the blocks after it. */
interface Branch {
  detector: Detector;
  llr: GPUBuffer;
  uncoded: FrameErrors;
  decoder?: Decoder;
  counter?: FrameErrors;
  stages: Stage[];
}

/** Most frames per page. */
const MOST_PAGE = 16_384;
/** Largest size of a page's largest buffer on any device, bytes. */
const MOST_BYTES = 2 ** 29;

/** Most frames that the device can bind: channels and LLRs have the largest buffers. */
export function mostFrames(device: GPUDevice, config: MimoExperiment): number {
  const { coded, uses, sent } = frameOf(config);
  const widest = 4 * Math.max(coded, sent, 2 * uses * config.antennas ** 2);
  const { maxStorageBufferBindingSize, maxBufferSize } = device.limits;
  const bytes = Math.min(MOST_BYTES, maxStorageBufferBindingSize, maxBufferSize);
  return Math.max(1, Math.min(MOST_PAGE, Math.floor(bytes / widest)));
}

/** A fixed pseudorandom order of the coded bits for each length, followed by places without a bit. */
export function interleaverOf({ coded, sent }: { coded: number; sent: number }): Uint32Array<ArrayBuffer> {
  const order = new Uint32Array(sent).fill(NOTHING);
  for (let i = 0; i < coded; i++) order[i] = i;
  // Fisher–Yates shuffle.
  for (let i = coded - 1; i > 0; i--) {
    const [word] = philox([i, 0, 0, 0], [coded, INTERLEAVER_STREAM]);
    const j = Math.floor((word / 2 ** 32) * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}
/** Philox streams. */
const INTERLEAVER_STREAM = 40;

/**
 * @param names Detectors instead of the experiment's own.
 * @throws OutOfMemoryError when the device has no memory for this many frames.
 */
export async function createMimoChain(
  device: GPUDevice,
  config: MimoExperiment,
  frames: number,
  names: readonly DetectorName[] = config.detectors,
): Promise<MimoChain> {
  return owningRehearsed(device, async ({ keep, destroy }): Promise<MimoChain> => {
    const { seed, correlation, clip } = config;
    const { antennas, bitsPerSymbol, candidates } = sizesOf(config);
    const { code, information, coded, uses: usesPerFrame, sent } = frameOf(config);
    const uses = frames * usesPerFrame;
    const source = await keep(createRandomBits(device, { length: information, frames, seed }));
    const encoder = code && (await keep(createEncoder(device, { code, frames, bits: source.bits })));
    const codeword = encoder?.code ?? source.bits;
    const order = { length: coded, order: interleaverOf({ coded, sent }) };
    const interleaved = await keep(createInterleavedBits(device, { ...order, frames, bits: codeword }));
    const use = await keep(
      createChannelUse(device, {
        antennas,
        bitsPerSymbol,
        frames,
        usesPerFrame,
        sent: interleaved.output,
        fading: config.channel === "white" ? "identity" : "rayleigh",
        correlation,
        seed,
      }),
    );
    const { channel, received } = use;
    const branches: Branch[] = [];
    for (const name of names) {
      const sizes = { antennas, bitsPerSymbol, uses, candidates };
      const detector = await keep(createDetector[name](device, { ...sizes, channel, received, clip }));
      const ordered = await keep(createDeinterleavedLlrs(device, { ...order, frames, llr: detector.llr }));
      const signs = await keep(createHardDecisions(device, { length: coded, frames, llr: ordered.llr }));
      const raw = { length: coded, frames, bits: codeword, decisions: signs.decisions };
      const uncoded = await keep(createFrameErrors(device, raw));
      const stages: Stage[] = [detector, ordered, signs, uncoded];
      const detection: Branch = { detector, llr: ordered.llr, uncoded, stages };
      if (!code) {
        branches.push(detection);
        continue;
      }
      const decoder = await keep(
        createDecoder(device, { code, frames, llr: ordered.llr, decoding: decodingOf(config) }),
      );
      const { bits } = source;
      const counter = await keep(
        createFrameErrors(device, { length: information, frames, bits, decisions: decoder.decisions }),
      );
      branches.push({ ...detection, decoder, counter, stages: [...detection.stages, decoder, counter] });
    }
    const before = [source, encoder, interleaved, use].filter((stage) => stage !== undefined);
    const stages = [...before, ...branches.flatMap((branch) => branch.stages)];
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
      setPage({ firstFrame, snrDb }) {
        const noiseVariance = mimoNoiseVariance(config, snrDb);
        source.setFirstFrame(firstFrame);
        use.setFirstFrame(firstFrame);
        use.setNoiseVariance(noiseVariance);
        for (const { detector } of branches) detector.setNoiseVariance(noiseVariance);
      },
      async run() {
        const recorder = device.createCommandEncoder({ label: "MIMO chain" });
        for (const stage of stages) stage.encode(recorder);
        const size = 4 * frames;
        const sources = branches.flatMap(({ uncoded, counter, decoder }) =>
          [uncoded.errors, counter?.errors, decoder?.iterations].filter((buffer) => buffer !== undefined),
        );
        const slices = sources.map((buffer) => ({ buffer, size }));
        const read = (await readBack(device, slices, recorder)).map((bytes) => new Uint32Array(bytes));
        const each = read.length / branches.length;
        return branches.map((_, b): MimoCount => {
          const [uncodedErrors, errors = uncodedErrors, used] = read.slice(b * each, (b + 1) * each);
          return { errors, uncodedErrors, iterations: used };
        });
      },
      destroy,
    };
  });
}
