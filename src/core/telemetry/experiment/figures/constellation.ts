import { type ConstellationPlan, createConstellation } from "../../detection/constellation.ts";
import { BLOCK_PACKETS, WINDOW_ORIGIN } from "../../blocks.ts";
import { KNOWN_BITS } from "../../packet.ts";
import type { Link } from "../link.ts";
import type { EqualizerName, Scenario } from "../scenario.ts";
import { type FigurePart, words } from "./part.ts";

/** Decision points, complex pairs: I of an even bit, Q of the next odd bit; ideal points at (±1, ±1). */
export interface Constellation {
  equalizer: EqualizerName;
  points: Float32Array<ArrayBuffer>;
  /** Error vector magnitude against the nearest ideal point, percent, over all packets shown. */
  evmPercent: number;
}

/** Most points of a constellation. */
const MAX_POINTS = 3072;
/** Floats from one bit to the next: two complex samples. */
const WINDOW_STRIDE = 4;

/** Received samples at the bits of the first packet, before any equalizer, complex pairs; unit mean power. */
export function createReceivedPoints({ receiver }: Link): FigurePart<Float32Array<ArrayBuffer>> {
  const first = 2 * WINDOW_ORIGIN + WINDOW_STRIDE * KNOWN_BITS;
  return {
    sources: [words(receiver.window, WINDOW_STRIDE * MAX_POINTS, first)],
    draw: ({ found }, [samples]) => (found.length ? receivedPoints(new Float32Array(samples)) : new Float32Array()),
  };
}

/** Decision points of the first block's packets, for each equalizer. */
export async function createConstellations(
  device: GPUDevice,
  { receiver }: Link,
  scenario: Scenario,
): Promise<FigurePart<Constellation[]>> {
  const slots = Math.min(scenario.packets, BLOCK_PACKETS);
  const points = Math.floor(MAX_POINTS / slots);
  const { branches } = receiver;
  const plans: ConstellationPlan[] = [];
  for (const { symbols } of branches) plans.push(await createConstellation(device, { slots, symbols, points }));
  return {
    stages: plans,
    sources: plans.flatMap((plan) => [words(plan.points, 2 * slots * points), words(plan.moments, 2 * slots)]),
    draw({ found }, results) {
      const shown = found.map(({ slot }) => slot).filter((slot) => slot < slots);
      return branches.map(({ equalizer }, e) => {
        const [kept, moments] = results.slice(2 * e, 2 * e + 2).map((bytes) => new Float32Array(bytes));
        return { equalizer, ...constellation(kept, moments, points, shown) };
      });
    },
    destroy() {
      for (const plan of plans) plan.destroy();
    },
  };
}

/** Points of the first packet's data before any equalizer: the real part at an even bit, the imaginary part at the next odd bit. */
function receivedPoints(samples: Float32Array): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: MAX_POINTS }, (_, i) => samples[i * WINDOW_STRIDE + (i % 2)]);
}

/** The kept points of the given slots, scaled to |I| = |Q| = 1 on average, and the EVM of all points of these packets. */
function constellation(kept: Float32Array, moments: Float32Array, points: number, slots: readonly number[]) {
  const average = (of: (slot: number) => number) => slots.reduce((sum, slot) => sum + of(slot), 0) / slots.length;
  const mean = average((slot) => moments[2 * slot]);
  const deviation = average((slot) => moments[2 * slot + 1] + (moments[2 * slot] - mean) ** 2);
  const shown = new Float32Array(2 * points * slots.length);
  slots.forEach((slot, i) => shown.set(kept.subarray(2 * points * slot, 2 * points * (slot + 1)), 2 * points * i));
  return { points: shown.map((x) => x / mean), evmPercent: (100 * Math.sqrt(deviation)) / mean };
}
