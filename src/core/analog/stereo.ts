import anyPilot from "#shaders/analog/lib/any-pilot.wgsl?raw";
import steadyPilotOnly from "#shaders/analog/lib/steady-pilot.wgsl?raw";
import stereoKernel from "#shaders/analog/stereo.wgsl?raw";
import { createElementwise } from "../arithmetic/elementwise.ts";
import { createOverlapSaveFir } from "../fir/overlap-save.ts";
import { sequence } from "../gpu/timing.ts";
import { type Page, SAMPLE_BYTES, type StreamPlan } from "../flow/graph/block.ts";
import { createHistory } from "../flow/build/history.ts";
import { createSteadyPilot } from "./steady-pilot.ts";
import { pilotBlock } from "./pilot.ts";
import { audioTaps, LEAST_AUDIO_RATE, LEAST_PILOT, LEAST_RATE, pilotTaps } from "./multiplex.ts";

export interface StereoConfig extends Page {
  /** Samples/s of the multiplex, more than 106,000. From about 950,000 on the filters get too long: decimate first. */
  rate: number;
  /** Multiplex samples per output pair, of which `length` is a multiple; at least 34,000 pairs per second must remain. Default: 1. */
  decimation?: number;
  /** Time constant of the de-emphasis, s: 50e-6 in most of the world, 75e-6 in America and Korea. Default: 0, none. */
  deemphasis?: number;
  /** Amplitude of the pilot below which the output fades to mono, for a multiplex with 1 at full deviation. Default: 0.02. */
  leastPilot?: number;
  /**
   * Whether noise counts as no pilot: then the output is mono until the pilot was steady for about 35 ms. Default: false, for a multiplex
   * that is known to have a pilot.
   */
  isSteady?: boolean;
  /** Gain of the difference of left and right: `apertureGain` behind a quadrature demodulator. Default: 1. */
  difference?: number;
}

/** Delay of left and right in samples of the multiplex, without de-emphasis. */
export const stereoDelay = (rate: number): number =>
  (pilotTaps(rate).length / 2 - 1) / 2 + (audioTaps(rate).length - 1) / 2;

/**
 * Decodes FM stereo: real samples of a multiplex, as quadrature demodulation gives them, to left and right, as pairs. A filter extracts the pilot as an analytic signal. Its square, normalized to magnitude 1, demodulates the difference, and one low-pass filter serves both channels. Without a pilot both channels are the same. Source: Recommendation ITU-R BS.450, the pilot-tone system.
 *
 * @throws RangeError for a size, a rate or a time constant out of its range.
 */
export async function createStereoDecoder(device: GPUDevice, config: StereoConfig): Promise<StreamPlan> {
  const {
    signals,
    length,
    input,
    rate,
    decimation = 1,
    deemphasis = 0,
    leastPilot = LEAST_PILOT,
    isSteady = false,
    difference = 1,
  } = config;
  const label = "analog/stereo";
  if (!(rate > LEAST_RATE && rate < Infinity)) {
    throw new RangeError(`${label}: rate must be more than ${LEAST_RATE}, got ${rate}`);
  }
  if (!(rate / decimation >= LEAST_AUDIO_RATE)) {
    throw new RangeError(
      `${label}: decimation must be at most ${Math.floor(rate / LEAST_AUDIO_RATE)}, got ${decimation}`,
    );
  }
  if (!(deemphasis >= 0 && deemphasis <= 1e-3)) {
    throw new RangeError(`${label}: deemphasis must be from 0 to 0.001 s, got ${deemphasis}`);
  }
  if (!(leastPilot > 0 && leastPilot < Infinity)) {
    throw new RangeError(`${label}: leastPilot must be a positive number, got ${leastPilot}`);
  }
  const taps = pilotTaps(rate);
  const delay = (taps.length / 2 - 1) / 2;
  const page = { signals, length };
  const plans: { destroy(): void }[] = [];
  const made = <Plan extends { destroy(): void }>(plan: Plan) => {
    plans.push(plan);
    return plan;
  };
  const destroy = () => {
    for (const plan of plans) plan.destroy();
  };
  try {
    const pilot = made(await createOverlapSaveFir(device, { ...page, input, kind: "real", taps, complexTaps: true }));
    const history = made(await createHistory(device, { ...page, label, kind: "real", history: delay, input }));
    const steady = isSteady ? made(await createSteadyPilot(device, { ...page, input, rate, leastPilot })) : undefined;
    const sides = made(
      await createElementwise(device, {
        ...page,
        kernel: { label, wgsl: [stereoKernel, steady ? steadyPilotOnly : anyPilot] },
        inputs: { pilot: { buffer: pilot.output, bytes: SAMPLE_BYTES.complex } },
        tables: { input, history: history.buffer, ...steady?.tables },
        output: { name: "output", bytes: SAMPLE_BYTES.complex },
        params: { length, delay, least: leastPilot, difference, block: pilotBlock(rate) },
      }),
    );
    const audio = made(
      await createOverlapSaveFir(device, {
        ...page,
        input: sides.output,
        kind: "complex",
        taps: audioTaps(rate, deemphasis),
        decimation,
      }),
    );
    return {
      ...sequence(label, [pilot, ...(steady ? [steady] : []), sides, history, audio]),
      output: audio.output,
      outputs: audio.outputs,
      reset() {
        for (const stage of [pilot, steady, history, audio]) stage?.reset();
      },
      destroy,
    };
  } catch (error) {
    destroy();
    throw error;
  }
}
