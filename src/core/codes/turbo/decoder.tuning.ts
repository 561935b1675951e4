import { tiled } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import type { TunedWork } from "../../gpu/tuned-work.ts";
import { createTurboDecoder } from "./decoder.ts";
import { usualWindows } from "./decoding.ts";
import { frameOf } from "./frame.ts";

/** Information bits of a frame. */
const LENGTH = 2048;

/** Six iterations of codewords with the usual windows. */
export const turboWork: TunedWork = {
  jobs: 2048,
  async create(device, { memory, keep }, frames) {
    const { codedBits } = frameOf("turbo/decoder", LENGTH);
    const llr = tiled(
      device,
      memory,
      "received LLRs",
      noise(1, codedBits).map((value) => 8 * value),
      frames,
    );
    const decoding = { algorithm: "max-log", scale: 0.75, iterations: 6, stop: "none" } as const;
    const sizes = { length: LENGTH, windows: usualWindows(LENGTH), frames };
    const plan = await keep(createTurboDecoder(device, { ...decoding, ...sizes, llr }));
    return { stages: [plan], results: [plan.decisions] };
  },
};
