import impairmentsKernel from "#shaders/channel/impairments.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import random from "#shaders/lib/random.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import type { Plan } from "../gpu/timing.ts";
import { checkedCount, groupOf } from "../gpu/rows.ts";

const MOST_GROUP = 256;

/** Most samples of a recording. 2^30 telemetry packets have fewer. */
export const MOST_SAMPLES = 2 ** 44;

/**
 * The division of a recording into rows of samples, which may overlap. All numbers are even: the kernel processes
 * pairs.
 */
export interface RowLayout {
  /** Samples in a row. */
  length: number;
  /** Samples from a row to the next. */
  hop: number;
  /** Samples before the row's own: sample n is in row b at index n − b·hop + lead. */
  lead: number;
}

/** The part of a recording that is on the device. */
interface RecordingPart {
  /** Number of the part's first row in the recording. */
  firstRow: number;
  /** Samples in the whole recording, at most {@link MOST_SAMPLES}. Samples outside it are zero. */
  length: number;
}

/** The changes to a recording by the receiver's front end and thermal noise. */
export interface Impairments {
  /** Carrier offset ω, rad/sample: the signal is multiplied by e^{+j(ωn + phase)}. */
  frequencyOffset: number;
  /** Carrier phase at recording sample 0, rad. */
  phase: number;
  /** Mean squared magnitude of the complex noise. */
  noiseVariance: number;
  /** u32. */
  seed: number;
}

export interface ImpairmentsConfig extends RecordingPart, Impairments {
  /** Rows on the device. */
  rows: number;
  layout: RowLayout;
  /** The samples on the device, vec2f [row][layout.length]. They are changed in place. */
  samples: GPUBuffer;
}

export interface ImpairmentsPlan extends Plan {
  /** Like the other setter, this affects work submitted afterwards. */
  setPart(part: RecordingPart): void;
  setImpairments(impairments: Impairments): void;
}

/**
 * Adds a carrier offset and white Gaussian noise to a recording, in place. Sample n of the recording gets the same
 * phase and noise in every row and part.
 *
 * @throws RangeError when the layout, the part or an impairment is out of range.
 */
export async function createImpairments(device: GPUDevice, config: ImpairmentsConfig): Promise<ImpairmentsPlan> {
  const GROUP = groupOf(device, MOST_GROUP);
  const label = "channel/impairments";
  const { samples } = config;
  const rows = checkedCount(label, "rows", config.rows);
  const { hop, length } = checkedLayout(label, config.layout);
  const place = (part: RecordingPart) => placeOf(label, config.layout, part);
  const params = { ...place(config), ...parameters(label, config) };
  const constants = { GROUP, LENGTH: length, HOP: hop };
  const groups = [Math.ceil(length / 2 / GROUP), rows] as const;
  const stage = await createStage(device, {
    label,
    wgsl: [impairmentsKernel, complex, random, phasor],
    constants,
    resources: { samples, params },
    groups,
  });
  return {
    ...stage,
    setPart: (part) => stage.set(place(part)),
    setImpairments: (impairments) => stage.set(parameters(label, impairments)),
  };
}

function checkedLayout(label: string, layout: RowLayout): RowLayout {
  for (const [name, value] of Object.entries(layout)) {
    const least = name === "lead" ? 0 : 2;
    if (!Number.isInteger(value) || value < least || value % 2) {
      throw new RangeError(`${label}: the layout's ${name} must be an even number from ${least}, got ${value}`);
    }
  }
  return layout;
}

/** Returns the part's position for the kernel: the number of its first sample, and which samples are in the recording. */
function placeOf(label: string, { hop, lead }: RowLayout, { firstRow, length }: RecordingPart) {
  if (!Number.isInteger(length) || length < 0 || length > MOST_SAMPLES) {
    throw new RangeError(`${label}: length must be 0 to 2^${Math.log2(MOST_SAMPLES)} samples, got ${length}`);
  }
  const last = Math.floor(MOST_SAMPLES / hop);
  if (!Number.isInteger(firstRow) || firstRow < 0 || firstRow > last) {
    throw new RangeError(`${label}: firstRow must be a whole number from 0 to ${last}, got ${firstRow}`);
  }
  const first = firstRow * hop - lead;
  const wrapped = first < 0 ? first + 2 ** 32 : first;
  const high = first < 0 ? 2 ** 32 - 1 : Math.floor(first / 2 ** 32);
  const end = Math.max(0, Math.min(length - first, 2 ** 32 - 1));
  return { origin: [wrapped % 2 ** 32, high], begin: Math.max(0, -first), end };
}

function parameters(label: string, { frequencyOffset, phase, noiseVariance, seed }: Impairments) {
  for (const [name, value] of Object.entries({ frequencyOffset, phase })) {
    if (!Number.isFinite(value)) throw new RangeError(`${label}: ${name} must be a finite number, got ${value}`);
  }
  if (!(noiseVariance >= 0 && noiseVariance < Infinity)) {
    throw new RangeError(`${label}: noiseVariance must be a number ≥ 0, got ${noiseVariance}`);
  }
  if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32) {
    throw new RangeError(`${label}: seed must be a whole number from 0 to 2^32 − 1, got ${seed}`);
  }
  return { ...carrierTurns(frequencyOffset, phase), sigma: Math.sqrt(noiseVariance / 2), seed };
}

/** Returns a carrier's rad per sample and phase as the kernels take them: fractions of a turn in units of 2^-32, and of 2^-64. */
export function carrierTurns(frequencyOffset: number, phase: number) {
  const step = fraction(frequencyOffset);
  const coarse = Math.floor(step);
  return { step: [coarse, Math.floor((step - coarse) * 2 ** 32)], phase: Math.floor(fraction(phase)) };
}

/** Returns an angle as a fraction of a turn in units of 2^-32: 0 … 2^32 (exclusive), not rounded. */
function fraction(radians: number): number {
  const turns = radians / (2 * Math.PI);
  return ((turns - Math.floor(turns)) * 2 ** 32) % 2 ** 32;
}
