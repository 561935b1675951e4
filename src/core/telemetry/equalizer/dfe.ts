import complex from "#shaders/lib/complex.wgsl?raw";
import dfeKernel from "#shaders/telemetry/equalizer/dfe.wgsl?raw";
import decidedBits from "#shaders/telemetry/equalizer/lib/decided-bits.wgsl?raw";
import phaseLoop from "#shaders/telemetry/lib/phase-loop.wgsl?raw";
import { createOverlapSave } from "../../convolution/overlap-save.ts";
import { lengthConstants } from "../../gpu/lengths.ts";
import { owning } from "../../gpu/owning.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedInteger } from "../../gpu/rows.ts";
import { createStage } from "../../gpu/stage.ts";
import { type Plan, sequence } from "../../gpu/timing.ts";
import { BLOCK_PACKETS, WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import type { ReceiverBuffers } from "../buffers.ts";
import { type Decided, decidedBuffers } from "../detection/decided.ts";
import { checkGains } from "../detection/oqpsk.ts";
import { type LoopGains, loopGains } from "../detection/loop.ts";
import { KNOWN_WORDS, PACKET_BITS, PACKET_WORDS, SAMPLES_PER_BIT } from "../packet.ts";
import { checkedSlots } from "../page.ts";
import { inSlotRanges, partOf } from "../slot-ranges.ts";
import { knownWords } from "../soqpsk/known-bits.ts";
import { createDfeTaps, type DfeTapsConfig } from "./dfe-taps.ts";
import { FORWARD_PRECURSORS, FORWARD_TAPS, MOST_FEEDBACK } from "./taps.ts";

const GROUP = 32;

export interface FeedbackConfig {
  slots: number;
  /** The forward filter's output at the bits, vec2f [slot][6336]. */
  filtered: GPUBuffer;
  /** Feedback taps of each packet: vec2f [slot][bits]. */
  feedback: GPUBuffer;
  /** Fed-back bits, 0 to 16. */
  bits: number;
  /** Default: `loopGains()`. */
  loop?: LoopGains;
}

export interface FeedbackDetector extends Plan, Decided {
  /** Takes effect for later submissions. */
  setLoop(gains: LoopGains): void;
}

/**
 * Creates the detector with decision feedback behind the forward filter. Wrong decisions are fed back, too.
 *
 * @throws RangeError when `slots` is not a positive multiple of 8, `bits` not an integer 0 … 16, or a gain of the loop not a number ≥ 0.
 */
export async function createFeedbackDetector(device: GPUDevice, config: FeedbackConfig): Promise<FeedbackDetector> {
  const label = "equalizer/dfe";
  const { filtered, feedback, loop = loopGains() } = config;
  const slots = checkedSlots(label, config.slots);
  const bits = checkedInteger(label, "bits", config.bits, 0, MOST_FEEDBACK);
  checkGains(label, loop);
  const memory = allocate(device);
  const decided = decidedBuffers(memory, slots);
  const stage = await createStage(device, {
    label,
    wgsl: [dfeKernel, complex, phaseLoop, decidedBits, lengthConstants({ FEEDBACK: bits })],
    constants: { GROUP, WORDS: PACKET_WORDS, KNOWN_WORDS, SHOWN: BLOCK_PACKETS },
    resources: {
      known: memory.constant("known bits", Uint32Array.from(knownWords)),
      filtered,
      feedback,
      ...decided,
      params: { slots, k1: loop.k1, k2: loop.k2 },
    },
    groups: Math.ceil(slots / GROUP),
    memory,
  });
  return {
    ...stage,
    ...decided,
    setLoop(gains) {
      checkGains(label, gains);
      stage.set({ k1: gains.k1, k2: gains.k2 });
    },
  };
}

export interface Dfe extends FeedbackDetector {
  /** The forward filter, vec2f [slot][32]. */
  readonly forward: GPUBuffer;
}

/**
 * Creates the decision-feedback equalizer: taps from the channel estimates, the forward filter on the packets' windows, and the detector with feedback.
 *
 * @throws RangeError as {@link createDfeTaps} and {@link createFeedbackDetector}.
 */
export async function createDfe(
  device: GPUDevice,
  config: DfeTapsConfig & Pick<ReceiverBuffers, "window"> & { loop?: LoopGains },
): Promise<Dfe> {
  const { slots, window, feedback: bits, loop } = config;
  return owning(device, async ({ memory, keep }) => {
    const { taps, feedback, ...design } = await keep(createDfeTaps(device, config));
    const filtered = memory.storage("filtered packets", slots * PACKET_BITS * 8);
    const filter = await inSlotRanges(device, slots, (range) =>
      keep(
        createOverlapSave(device, {
          signals: range.slots,
          input: partOf(window, range, WINDOW_LENGTH * 8),
          inputStride: WINDOW_LENGTH,
          origin: WINDOW_ORIGIN,
          outputLength: PACKET_BITS,
          decimation: SAMPLES_PER_BIT,
          filters: partOf(taps, range, FORWARD_TAPS * 8),
          taps: FORWARD_TAPS,
          precursors: FORWARD_PRECURSORS,
          output: partOf(filtered, range, PACKET_BITS * 8),
        }),
      ),
    );
    const detector = await keep(createFeedbackDetector(device, { slots, filtered, feedback, bits, loop }));
    const { decisions, phase, symbols, setLoop } = detector;
    const stages = sequence(detector.label, [design, filter, detector]);
    return { ...stages, forward: taps, decisions, phase, symbols, setLoop };
  });
}
