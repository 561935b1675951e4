import { createCma } from "../../equalizer/cma.ts";
import { EQUALIZER_TAPS, PRECURSORS } from "../../equalizer/taps.ts";
import type { Branch } from "../../link/receiver.ts";
import type { Link } from "../link.ts";
import type { Scenario } from "../scenario.ts";
import { FIRST_SLOTS, firstPacket, ofSlot } from "./first-packet.ts";
import { type FigurePart, words } from "./part.ts";

/** The convergence of CMA. */
export interface ConvergenceFigure {
  /** J = mean of (|s|² − 1)² after 0, 1, 2 … passes: median and quartiles over the packets found. */
  median: Float32Array<ArrayBuffer>;
  lower: Float32Array<ArrayBuffer>;
  upper: Float32Array<ArrayBuffer>;
  /** |c(k) − c₀(k)| of the first packet, −60 ≤ k ≤ 125, the change of its taps; undefined if that packet was not found. */
  movement?: Float32Array<ArrayBuffer>;
}

/** Null if CMA does not run or no packet was found. */
export async function createConvergenceFigure(
  device: GPUDevice,
  { receiver }: Link,
  { cmaPasses }: Scenario,
): Promise<FigurePart<ConvergenceFigure | null>> {
  const { slots, packets, window, branches } = receiver;
  const branch = branches.find(({ equalizer }) => equalizer === "cma");
  if (!branch) return { sources: [], draw: () => null };
  const { taps, cost, initial, spectra } = branch as Branch & { taps: GPUBuffer; cost: GPUBuffer };
  // The cost after the last pass is measured before one more pass, with a step of zero.
  const last = await createCma(device, { slots, packets, window, initial: taps, spectra, step: 0, passes: 1 });
  const first = 2 * EQUALIZER_TAPS * FIRST_SLOTS;
  return {
    stages: [last],
    sources: [
      words(cost, cmaPasses * slots),
      words(last.cost, slots),
      words(taps, first),
      ...(initial ? [words(initial, first)] : []),
    ],
    draw({ found }, [before, after, moved, start]) {
      if (found.length === 0) return null;
      const costs = [new Float32Array(before), new Float32Array(after)];
      const quantiles = Array.from({ length: cmaPasses + 1 }, (_, pass) => {
        const of = costs[Number(pass === cmaPasses)].subarray((pass % cmaPasses) * slots);
        return quartiles(found.map(({ slot }) => of[slot]));
      });
      const column = (i: number) => Float32Array.from(quantiles, (values) => values[i]);
      const packet = firstPacket(found);
      const movement = packet && distances(ofSlot(moved, packet.slot), start && ofSlot(start, packet.slot));
      return { lower: column(0), median: column(1), upper: column(2), movement };
    },
    destroy: () => last.destroy(),
  };
}

/** Returns the quartiles; values that are not numbers count as infinite. */
function quartiles(values: readonly number[]): number[] {
  const sorted = values.map((value) => (Number.isNaN(value) ? Infinity : value)).toSorted((a, b) => a - b);
  return [0.25, 0.5, 0.75].map((share) => sorted[Math.round(share * (sorted.length - 1))]);
}

/** Returns |c − c₀|; without c₀ it assumes a centre spike. */
function distances(taps: Float32Array, start?: Float32Array): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: taps.length / 2 }, (_, t) => {
    const re = start ? start[2 * t] : Number(t === PRECURSORS);
    return Math.hypot(taps[2 * t] - re, taps[2 * t + 1] - (start?.[2 * t + 1] ?? 0));
  });
}
