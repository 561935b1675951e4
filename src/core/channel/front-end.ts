import frontEndKernel from "#shaders/channel/front-end.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import random from "#shaders/lib/random.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount, checkedWord } from "../gpu/rows.ts";
import type { Plan } from "../gpu/timing.ts";
import { carrierTurns } from "./impairments.ts";
import { kaiserSinc, SINC_REACH } from "./kaiser-sinc.ts";

/** How a receiver samples its slots. */
export interface FrontEndSettings {
  /** Carrier frequency offset ω, rad per sample. */
  offset: number;
  /** Carrier phase φ at a slot's first sample, rad. */
  phase: number;
  /** δ in samples, −1000 to 1000: sample n is taken at the instant n + δ + ε(n − origin). */
  shift: number;
  /** ε, −0.001 to 0.001. */
  stretch: number;
  /** Sample of a slot at which ε does not shift. */
  origin: number;
}

export interface FrontEndConfig extends FrontEndSettings {
  packets: number;
  /** Samples per slot. */
  slot: number;
  /** vec2f [packet][slot]. The signal lies within ±0.41 of the sample rate, unless δ and ε are 0. */
  samples: GPUBuffer;
  /** u32. */
  seed: number;
  /** Memory for the output, which others may change before this runs. Default: its own. */
  output?: GPUBuffer;
}

export interface FrontEnd extends Plan {
  /** vec2f [packet][slot]. */
  readonly output: GPUBuffer;
  /** Sets the number of the page's first packet in the endless sequence of packets, u32. Default 0. */
  setFirstPacket(firstPacket: number): void;
  /** Sets the mean squared magnitude of the complex noise. Default 0. */
  setNoiseVariance(noiseVariance: number): void;
}

const GROUP = 64;
/** Rows of the table of the interpolation per sample; linear interpolation between them is right to 1e-5. */
const PHASES = 256;

/**
 * Resamples slots by a receiver's own clock, turns them by its carrier offset, and adds white Gaussian noise. The same seed gives a
 * packet the same noise in every page.
 *
 * @throws RangeError when a number is out of range.
 */
export async function createFrontEnd(device: GPUDevice, config: FrontEndConfig): Promise<FrontEnd> {
  const label = "channel/front-end";
  const packets = checkedCount(label, "packets", config.packets);
  const slot = checkedCount(label, "slot", config.slot);
  const seed = checkedWord(label, "seed", config.seed);
  const { offset, phase, shift, stretch, origin } = checkedSettings(label, config);
  const moved = shift !== 0 || stretch !== 0;
  const constants = { GROUP, TAPS: moved ? 2 * SINC_REACH : 0, PHASES };
  const memory = allocate(device);
  const output = memory.storage("received slots", packets * slot * 8, config.output);
  const groups = [Math.ceil(slot / 2 / GROUP), packets] as const;
  const stage = await createStage(device, {
    label,
    wgsl: [frontEndKernel, complex, random, phasor],
    constants,
    resources: {
      sinc: memory.constant("interpolation", moved ? interpolationTable() : new Float32Array(1)),
      input: config.samples,
      output,
      params: {
        firstPacket: 0,
        slot,
        seed,
        sigma: 0,
        ...carrierTurns(offset, phase),
        shift,
        stretch,
        origin,
      },
    },
    groups,
    memory,
  });
  return {
    ...stage,
    output,
    setFirstPacket: (firstPacket) => stage.set({ firstPacket: checkedWord(label, "firstPacket", firstPacket) }),
    setNoiseVariance(noiseVariance) {
      if (!(noiseVariance >= 0 && noiseVariance < Infinity)) {
        throw new RangeError(`${label}: noiseVariance must be a number ≥ 0, got ${noiseVariance}`);
      }
      stage.set({ sigma: Math.sqrt(noiseVariance / 2) });
    },
  };
}

function checkedSettings(label: string, settings: FrontEndSettings): FrontEndSettings {
  const { offset, phase, shift, stretch, origin } = settings;
  for (const [name, value] of Object.entries({ offset, phase, origin })) {
    if (!Number.isFinite(value)) throw new RangeError(`${label}: ${name} must be a finite number, got ${value}`);
  }
  for (const [name, value, most] of [
    ["shift", shift, 1000],
    ["stretch", stretch, 1e-3],
  ] as const) {
    if (!(Math.abs(value) <= most)) {
      throw new RangeError(`${label}: ${name} must be −${most} to ${most}, got ${value}`);
    }
  }
  return settings;
}

/** Returns the weights of 32 samples for each fraction of a sample, [phase][tap]. */
function interpolationTable(): Float32Array<ArrayBuffer> {
  const table = new Float32Array((PHASES + 1) * 2 * SINC_REACH);
  return table.map((_, at) => {
    const [row, tap] = [Math.floor(at / (2 * SINC_REACH)), at % (2 * SINC_REACH)];
    return kaiserSinc(row / PHASES + SINC_REACH - 1 - tap);
  });
}
