import mixerKernel from "#shaders/analog/mixer.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import phase from "#shaders/lib/phase.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import { createElementwise } from "../arithmetic/elementwise.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount } from "../gpu/rows.ts";
import { sequence } from "../gpu/timing.ts";
import { type Page, SAMPLE_BYTES, type StreamPlan } from "../flow/graph/block.ts";
import { createHistory } from "../flow/build/history.ts";
import { phaseOf, phaseWords } from "./phase.ts";

export interface MixerConfig extends Page {
  /** The frequency to shift to 0, cycles per sample: −0.5 to 0.5. */
  frequency: number;
  /** Index of the first sample in the whole signal, which sets the phase. Default 0. */
  first?: number;
}

interface Mixer extends StreamPlan {
  /** Changes the frequency for later submissions, with continuous phase. */
  setFrequency(frequency: number): void;
}

/**
 * Moves complex signals in frequency, y[n] = x[n]·e^{−j2π·frequency·n}. The phase is a 64-bit fraction of a turn, exact for every
 * index, so that pages of any size give the same bits: after 2^40 samples its error comes from `frequency` as a float64 only, at most 2^−15 turns. GNU Radio's frequency xlating FIR filter is this one, and a FIR filter behind it.
 *
 * @throws RangeError for a size, a frequency or an index out of its range.
 */
export async function createMixer(device: GPUDevice, config: MixerConfig): Promise<Mixer> {
  const { signals, length, input, frequency, first = 0 } = config;
  const label = "analog/mixer";
  checkedCount(label, "signals", signals);
  checkedCount(label, "length", length);
  if (!Number.isSafeInteger(first) || first < 0) {
    throw new RangeError(`${label}: first must be a whole number from 0 to 2^53, got ${first}`);
  }
  const paramsOf = (value: number) => {
    const step = stepOf(value);
    return { step: phaseWords(step), page: phaseWords(step * BigInt(length)) };
  };
  const start = Uint32Array.from(phaseWords(stepOf(frequency) * BigInt(first)));
  const memory = allocate(device);
  const next = memory.storage(`${label}, next phase`, start.byteLength);
  // The phase carries over as a pair of words.
  const kept = await createHistory(device, { label, kind: "complex", signals: 1, length: 1, history: 1, input: next });
  const reset = () => device.queue.writeBuffer(kept.buffer, 0, start);
  reset();
  const { set, ...mixing } = await createElementwise(device, {
    signals,
    length,
    kernel: { label, wgsl: [mixerKernel, complex, phase, phasor] },
    inputs: { input: { buffer: input, bytes: SAMPLE_BYTES.complex } },
    tables: { start: kept.buffer, next },
    output: { name: "output", bytes: SAMPLE_BYTES.complex },
    params: { ...paramsOf(frequency), length },
  });
  return {
    ...mixing,
    ...sequence(label, [mixing, kept]),
    setFrequency: (value) => set(paramsOf(value)),
    reset,
    destroy() {
      mixing.destroy();
      kept.destroy();
      memory.release();
    },
  };
}

/** Phase from a sample to the next, of which 2^64 are a turn. */
function stepOf(frequency: number): bigint {
  if (!(Math.abs(frequency) <= 0.5)) {
    throw new RangeError(`analog/mixer: frequency must be from -0.5 to 0.5 cycles per sample, got ${frequency}`);
  }
  return phaseOf(-frequency);
}
