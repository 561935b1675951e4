import { createArrayPlan, floatsOf } from "../../gpu/array-plan.ts";
import type { Gpu } from "../../gpu/device.ts";
import { checkKnownOptions } from "../../gpu/known-options.ts";
import { checkedChoice, checkedCount, checkedInteger } from "../../gpu/rows.ts";
import { guardSymbols, type ReceivedBatch } from "../batch.ts";
import { decisionTables } from "../decision.ts";
import { type ModulationName, MODULATIONS } from "../modulations.ts";
import { createGradientEqualizer, GRADIENT_RULES, type GradientConfig } from "./gradient.ts";

export interface ArrayEqualizerConfig
  extends
    Pick<GradientConfig, "rule" | "forwardTaps" | "delay" | "afterTraining" | "start" | "switching">,
    Pick<ReceivedBatch, "symbols" | "samplesPerSymbol"> {
  /** Packets that are equalized side by side. Default 1. */
  packets?: number;
  /** T: symbols at the beginning of each packet that the receiver knows. The blind rules, CMA and MMA, use none. Default 0. */
  training?: number;
  /** Constellation of the symbols, of mean energy 1: decisions follow it, and so does the modulus of the blind rules. */
  modulation: ModulationName;
  /** Step size μ. Default 0.01. */
  step?: number;
}

const OPTIONS = {
  rule: true,
  forwardTaps: true,
  delay: true,
  afterTraining: true,
  start: true,
  switching: true,
  symbols: true,
  samplesPerSymbol: true,
  packets: true,
  training: true,
  modulation: true,
  step: true,
} as const;

/** Equalized packets. */
export interface EqualizedArrays {
  /** z, complex pairs [packet][K]. */
  estimates: Float32Array<ArrayBuffer>;
  /** Taps w after the last symbol, complex pairs [packet][N]. */
  taps: Float32Array<ArrayBuffer>;
}

/** An adaptive equalizer of arrays. */
export interface ArrayEqualizer {
  /**
   * Equalizes packets on the GPU; each begins with the taps of the start.
   *
   * @param received y, complex pairs [packet][s·K]: sample s·k is the first of symbol k. Zeros surround them.
   * @param training Labels of the known symbols, [packet][T].
   * @throws RangeError for another number of values, or for a label that the constellation lacks; DeviceLostError.
   */
  equalize(received: ArrayLike<number>, training?: ArrayLike<number>): Promise<EqualizedArrays>;
  /** Gives the device's memory back. */
  destroy(): void;
}

/**
 * Creates LMS, NLMS, CMA or MMA: z[k] = Σi w*[i]·y[s·k + δ − i], with taps that follow the error of each symbol. After the training
 * they follow decisions.
 *
 * @throws RangeError when a size is out of range.
 *
 * @example
 * ```ts
 * import { createEqualizer, modulationPoints } from "threeray/adaptive";
 * import { openGpu } from "threeray/gpu";
 *
 * // Known BPSK symbols over a channel of one tap, 0.5. LMS learns the gain of 2 that undoes it.
 * const symbols = 512;
 * const labels = Uint8Array.from({ length: symbols }, (_, k) => ((k * k) % 7) & 1);
 * const points = modulationPoints("bpsk");
 * const received = Float32Array.from({ length: 2 * symbols }, (_, i) => 0.5 * points[2 * labels[i >> 1] + (i % 2)]);
 * const gpu = await openGpu();
 * const equalizer = await createEqualizer(gpu, {
 *   rule: "lms",
 *   modulation: "bpsk",
 *   symbols,
 *   samplesPerSymbol: 1,
 *   forwardTaps: 1,
 *   delay: 0,
 *   training: symbols,
 *   step: 0.1,
 * });
 * const { taps } = await equalizer.equalize(received, labels);
 * console.log(taps[0].toFixed(2)); // 2.00
 * equalizer.destroy();
 * gpu.close();
 * ```
 */
export async function createArrayEqualizer(gpu: Gpu, config: ArrayEqualizerConfig): Promise<ArrayEqualizer> {
  const label = "adaptive/gradient";
  checkKnownOptions(`${label}: options`, config, OPTIONS);
  const { symbols, samplesPerSymbol, modulation, training = 0, step = 0.01, ...rule } = config;
  checkedChoice(label, "rule", rule.rule, GRADIENT_RULES);
  checkedChoice(label, "modulation", modulation, Object.keys(MODULATIONS) as ModulationName[]);
  const packets = checkedCount(label, "packets", config.packets ?? 1);
  checkedCount(label, "symbols", symbols);
  checkedInteger(label, "samplesPerSymbol", samplesPerSymbol, 1, 2);
  checkedInteger(label, "training", training, 0, symbols);
  checkedInteger(label, "forwardTaps", rule.forwardTaps, 1, 256);
  checkedInteger(label, "delay", rule.delay, 0, rule.forwardTaps + samplesPerSymbol * symbols);
  const guard = guardSymbols(rule.forwardTaps + rule.delay, 0);
  const rows = samplesPerSymbol * (2 * guard + symbols);
  const words = Math.ceil((2 * guard + symbols) / 4);
  const sizes = { packets, symbols, guard, samplesPerSymbol, hasOwnTaps: false, tapCount: 1 };
  const bytes = { received: 8 * rows * packets, labels: 4 * words * packets, taps: 8 };
  const { run, destroy } = await createArrayPlan(gpu, bytes, async (buffers) => {
    const batch = { ...sizes, ...buffers };
    const plan = await createGradientEqualizer(gpu.device, batch, decisionTables(modulation), { ...rule, training });
    plan.setStep(step);
    const outputs = [
      { buffer: plan.estimates, size: 8 * symbols * packets },
      { buffer: plan.finalTaps, size: 8 * rule.forwardTaps * packets },
    ];
    return { plan, outputs };
  });

  /** Rows on the device are instants, and columns are packets. */
  const toRows = (y: Float32Array, count: number, first: number) => {
    const turned = new Float32Array(2 * rows * packets);
    for (let p = 0; p < packets; p++) {
      for (let n = 0; n < count; n++) {
        const [from, to] = [2 * (p * count + n), 2 * ((first + n) * packets + p)];
        turned[to] = y[from];
        turned[to + 1] = y[from + 1];
      }
    }
    return turned;
  };
  const toPackets = (turned: Float32Array, count: number) => {
    const y = new Float32Array(2 * count * packets);
    for (let p = 0; p < packets; p++) {
      for (let n = 0; n < count; n++)
        y.set(turned.subarray(2 * (n * packets + p), 2 * (n * packets + p) + 2), 2 * (p * count + n));
    }
    return y;
  };
  const labelWords = (labels: ArrayLike<number>) => {
    const packed = new Uint32Array(words * packets);
    for (let i = 0; i < packets * training; i++) {
      checkedInteger(label, `training label ${i}`, labels[i], 0, 2 ** MODULATIONS[modulation] - 1);
      const at = guard + (i % training);
      packed[(at >> 2) * packets + Math.floor(i / training)] |= labels[i] << (8 * (at & 3));
    }
    return packed;
  };
  return {
    async equalize(received, known = []) {
      const samples = samplesPerSymbol * symbols;
      const y = floatsOf(`${label}: received [packet][s·K]`, received, 2 * samples * packets);
      if (known.length !== packets * training) {
        throw new RangeError(
          `${label}: training [packet][T]: expected ${packets * training} labels, got ${known.length}`,
        );
      }
      const arrays = {
        received: toRows(y, samples, samplesPerSymbol * guard),
        labels: labelWords(known),
        taps: new Float32Array(2),
      };
      const [estimates, taps] = await run(arrays);
      return {
        estimates: toPackets(new Float32Array(estimates), symbols),
        taps: toPackets(new Float32Array(taps), rule.forwardTaps),
      };
    },
    destroy,
  };
}
