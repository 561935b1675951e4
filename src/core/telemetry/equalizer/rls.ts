import complex from "#shaders/lib/complex.wgsl?raw";
import rlsKernel from "#shaders/telemetry/equalizer/rls.wgsl?raw";
import packet from "#shaders/telemetry/lib/packet.wgsl?raw";
import adaptationState from "#shaders/telemetry/equalizer/lib/adaptation-state.wgsl?raw";
import decidedBits from "#shaders/telemetry/equalizer/lib/decided-bits.wgsl?raw";
import phaseLoop from "#shaders/telemetry/lib/phase-loop.wgsl?raw";
import { lengthConstants } from "../../gpu/lengths.ts";
import { allocate } from "../../gpu/pool.ts";
import { inSegments } from "../../gpu/segments.ts";
import { createStage } from "../../gpu/stage.ts";
import { BLOCK_PACKETS } from "../blocks.ts";
import type { ReceiverBuffers } from "../buffers.ts";
import { decidedBuffers } from "../detection/decided.ts";
import { checkGains } from "../detection/oqpsk.ts";
import { loopGains } from "../detection/loop.ts";
import { KNOWN_WORDS, PACKET_WORDS } from "../packet.ts";
import { checkedSlots } from "../page.ts";
import { knownWords } from "../soqpsk/known-bits.ts";
import type { AdaptationConfig, DecisionDirected } from "./adaptation.ts";
import { ADAPTIVE_SAMPLES, ADAPTIVE_TAPS } from "./taps.ts";

const label = "equalizer/rls";
/** Real numbers of the taps. */
const SIZE = 2 * ADAPTIVE_TAPS;
const GROUP = 32 * Math.ceil(SIZE / 32);
/** Words of bits per dispatch, so that none takes long. */
const SEGMENT = 22;
/** p0: P = p0·I at the start. The taps start close to the best ones, so it is small. */
export const RLS_START = 0.1;

export interface Rls extends DecisionDirected {
  /** λ. Takes effect for later submissions. */
  setForgetting(forgetting: number): void;
}

/**
 * Creates decision-directed recursive least squares behind the MMSE equalizer, for the same 31 taps as LMS, as 62 real numbers. Source: S. Haykin,
 * Adaptive Filter Theory, 5th edition, section 10.3.
 *
 * @param config `forgetting`: λ, above 0 and at most 1.
 * @throws RangeError when `slots` is not a positive multiple of 8, `forgetting` out of range, or a gain of the loop not a number ≥ 0.
 */
export async function createRls(
  device: GPUDevice,
  config: AdaptationConfig & Pick<ReceiverBuffers, "packets"> & { forgetting: number },
): Promise<Rls> {
  const { packets, filtered, forgetting, loop = loopGains() } = config;
  const slots = checkedSlots(label, config.slots);
  checkForgetting(forgetting);
  checkGains(label, loop);
  const memory = allocate(device);
  const state = memory.storage("adapted taps", 8 * (ADAPTIVE_TAPS + 3) * slots);
  const matrices = memory.storage("matrices", 4 * SIZE * GROUP * slots);
  const decided = decidedBuffers(memory, slots);
  const stage = await createStage(device, {
    label,
    wgsl: [
      rlsKernel,
      complex,
      packet,
      phaseLoop,
      decidedBits,
      adaptationState,
      lengthConstants({ TAPS: ADAPTIVE_TAPS, SIZE }),
    ],
    constants: { WORDS: PACKET_WORDS, KNOWN_WORDS, LENGTH: ADAPTIVE_SAMPLES, SEGMENT, SHOWN: BLOCK_PACKETS },
    resources: {
      known: memory.constant("known bits", Uint32Array.from(knownWords)),
      filtered,
      state,
      matrices,
      ...decided,
      packets,
      params: { slots, forgetting, start: RLS_START, k1: loop.k1, k2: loop.k2 },
    },
    groups: slots,
    memory,
  });
  return {
    ...stage,
    ...inSegments(stage, { symbols: PACKET_WORDS, segment: SEGMENT, state }),
    ...decided,
    adapted: state,
    setForgetting(next) {
      checkForgetting(next);
      stage.set({ forgetting: next });
    },
    setLoop(gains) {
      checkGains(label, gains);
      stage.set({ k1: gains.k1, k2: gains.k2 });
    },
  };
}

function checkForgetting(forgetting: number): void {
  if (!(forgetting > 0 && forgetting <= 1)) {
    throw new RangeError(`${label}: forgetting must be above 0 and at most 1, got ${forgetting}`);
  }
}
