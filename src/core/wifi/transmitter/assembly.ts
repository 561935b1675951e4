import phasor from "#shaders/lib/phasor.wgsl?raw";
import assemblyKernel from "#shaders/wifi/transmitter/assembly.wgsl?raw";
import { fft } from "../../fft/fft.float64.ts";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount } from "../../gpu/rows.ts";
import type { Plan } from "../../gpu/timing.ts";
import { PREAMBLE_SAMPLES, SYMBOL_SAMPLES } from "../frame/symbol.ts";
import { LONG_TRAINING, SHORT_TRAINING } from "../frame/training.ts";

export interface AssemblyConfig {
  /** Symbols of data per frame. */
  symbols: number;
  /** Frames per page. */
  frames: number;
  /** SIGNAL without its guard interval, the same in all frames: vec2f [64]. */
  signal: GPUBuffer;
  /** Symbols of data without their guard intervals, vec2f [frame][symbol][64]. */
  periods: GPUBuffer;
  /** Memory for the output, which others may change before this runs. Default: its own. */
  output?: GPUBuffer;
  /** Samples in which a symbol's window rises, even, 2 to 16. Default 2, the standard's 100 ns at 20 MS/s. */
  transition?: number;
}

export interface Assembly extends Plan {
  /** Complex samples, vec2f [frame][length]. */
  readonly samples: GPUBuffer;
  /** Samples per frame, with the slopes of its windows. */
  readonly length: number;
  /** Samples before the frame's first one. */
  readonly lead: number;
}

const GROUP = 64;

/**
 * Joins the parts of 802.11 frames: training, SIGNAL and data with their guard intervals, under overlapping windows.
 * Source: IEEE Std 802.11-2012, 18.3.2.5 and 18.3.3.
 *
 * @throws RangeError when a number is out of range.
 */
export async function createAssembly(device: GPUDevice, config: AssemblyConfig): Promise<Assembly> {
  const label = "wifi/transmitter/assembly";
  const { signal, periods, transition = 2 } = config;
  const symbols = checkedCount(label, "symbols", config.symbols);
  const frames = checkedCount(label, "frames", config.frames);
  if (!Number.isInteger(transition / 2) || transition < 2 || transition > 16) {
    throw new RangeError(`${label}: transition must be an even number of samples from 2 to 16, got ${transition}`);
  }
  const lead = transition / 2 - 1;
  const length = PREAMBLE_SAMPLES + SYMBOL_SAMPLES * (1 + symbols) + 1 + 2 * lead;
  const constants = { GROUP, SYMBOLS: symbols, TRANSITION: transition };
  const memory = allocate(device);
  const samples = memory.storage("frames", frames * length * 8, config.output);
  const periodsOfTraining = [SHORT_TRAINING, LONG_TRAINING].flatMap((carriers) => [...fft(carriers, true)]);
  const training = memory.constant("training", Float32Array.from(periodsOfTraining));
  const groups = [Math.ceil(length / GROUP), frames] as const;
  const stage = await createStage(device, {
    label,
    wgsl: [assemblyKernel, phasor],
    constants,
    resources: { training, signal, periods, samples },
    groups,
    memory,
  });
  return { ...stage, samples, length, lead };
}
