import complex from "#shaders/lib/complex.wgsl?raw";
import lmsKernel from "#shaders/telemetry/equalizer/lms.wgsl?raw";
import adaptationState from "#shaders/telemetry/equalizer/lib/adaptation-state.wgsl?raw";
import decidedBits from "#shaders/telemetry/equalizer/lib/decided-bits.wgsl?raw";
import phaseLoop from "#shaders/telemetry/lib/phase-loop.wgsl?raw";
import { lengthConstants } from "../../gpu/lengths.ts";
import { allocate } from "../../gpu/pool.ts";
import { inSegments } from "../../gpu/segments.ts";
import { createStage } from "../../gpu/stage.ts";
import { BLOCK_PACKETS } from "../blocks.ts";
import { decidedBuffers } from "../detection/decided.ts";
import { checkGains } from "../detection/oqpsk.ts";
import { loopGains } from "../detection/loop.ts";
import { KNOWN_WORDS, PACKET_WORDS } from "../packet.ts";
import { checkedSlots } from "../page.ts";
import { knownWords } from "../soqpsk/known-bits.ts";
import type { AdaptationConfig, DecisionDirected } from "./adaptation.ts";
import { ADAPTIVE_SAMPLES, ADAPTIVE_TAPS } from "./taps.ts";

const label = "equalizer/lms";
const GROUP = 32;
/** Words of bits per dispatch, so that none takes long. */
const SEGMENT = 66;

export interface Lms extends DecisionDirected {
  /** μ. Takes effect for later submissions. */
  setStep(step: number): void;
}

/**
 * Creates decision-directed LMS behind the MMSE equalizer: 31 complex taps, two per bit, which start as a single 1. The error is real, since a bit of
 * SOQPSK is one dimension of its sample. Source: J. Proakis and M. Salehi, Digital Communications, 5th edition, section 10.1, with the real part of
 * the output; its loop is the joint one of D. Falconer, "Jointly adaptive equalization and carrier recovery", Bell Syst. Tech. J. 55, 1976.
 *
 * @param config `step`: μ. The mean power of a sample is about 1/2.
 * @throws RangeError when `slots` is not a positive multiple of 8, `step` not a number ≥ 0, or a gain of the loop not a number ≥ 0.
 */
export async function createLms(device: GPUDevice, config: AdaptationConfig & { step: number }): Promise<Lms> {
  const { filtered, step, loop = loopGains() } = config;
  const slots = checkedSlots(label, config.slots);
  checkStep(step);
  checkGains(label, loop);
  const memory = allocate(device);
  const state = memory.storage("adapted taps", 8 * (ADAPTIVE_TAPS + 3) * slots);
  const decided = decidedBuffers(memory, slots);
  const stage = await createStage(device, {
    label,
    wgsl: [lmsKernel, complex, phaseLoop, decidedBits, adaptationState, lengthConstants({ TAPS: ADAPTIVE_TAPS })],
    constants: {
      GROUP,
      WORDS: PACKET_WORDS,
      KNOWN_WORDS,
      LENGTH: ADAPTIVE_SAMPLES,
      SEGMENT,
      SHOWN: BLOCK_PACKETS,
    },
    resources: {
      known: memory.constant("known bits", Uint32Array.from(knownWords)),
      filtered,
      state,
      ...decided,
      params: { slots, step, k1: loop.k1, k2: loop.k2 },
    },
    groups: Math.ceil(slots / GROUP),
    memory,
  });
  return {
    ...stage,
    ...inSegments(stage, { symbols: PACKET_WORDS, segment: SEGMENT, state }),
    ...decided,
    adapted: state,
    setStep(next) {
      checkStep(next);
      stage.set({ step: next });
    },
    setLoop(gains) {
      checkGains(label, gains);
      stage.set({ k1: gains.k1, k2: gains.k2 });
    },
  };
}

function checkStep(step: number): void {
  if (!Number.isFinite(step) || step < 0) throw new RangeError(`${label}: step must be a number ≥ 0, got ${step}`);
}
