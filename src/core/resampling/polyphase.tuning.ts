import { windowed } from "../filter-design/fir/windowed.ts";
import { tiled } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import type { TunedWork } from "../gpu/tuned-work.ts";
import { createPolyphase } from "./polyphase.ts";

/** From 44.1 kHz to 48 kHz, as for sound. */
const [UP, DOWN] = [160, 147];
/** Samples of a signal. */
const LENGTH = 2 ** 9 * DOWN;

export const polyphaseWork: TunedWork = {
  jobs: 64,
  async create(device, { memory, keep }, signals) {
    const design = windowed({ length: 20 * UP + 1, cutoff: 1 / UP, passZero: true, window: { kaiser: 5 } });
    const taps = design.map((tap) => UP * tap);
    const input = tiled(device, memory, "samples", noise(1, 2 * LENGTH), signals);
    const sizes = { kind: "complex", up: UP, down: DOWN, signals, length: LENGTH } as const;
    const plan = await keep(createPolyphase(device, { ...sizes, taps, input }));
    return { stages: [plan], results: [plan.output] };
  },
};
