import { batchCase } from "../gpu/bench.ts";
import { createChunkStarts } from "./chunk-starts.ts";
import { polar } from "../filter-design/complex.ts";

const ITEMS = 2048;
const SPAN = 8192;
const poles = [0.9, 0.99, 0.999, 0.9999].map((radius, k) => polar(radius, 0.1 * (k + 1)));

// It works in place, and each run uses the output of the last one as its input, so the bench checks no result.
export const cases = [
  batchCase({
    name: `iir/chunk-starts 4 poles, ${ITEMS} chunks`,
    bytes: ITEMS * 64,
    async prepare(device, memory) {
      const states = memory.storage("states", ITEMS * 32);
      const totals = memory.storage("totals", (ITEMS / 256) * 32);
      const config = {
        kind: "real",
        poles,
        signals: 1,
        items: ITEMS,
        span: SPAN,
        lastSpan: SPAN,
        carried: false,
      } as const;
      return { plan: await createChunkStarts(device, { ...config, states, totals }) };
    },
  }),
];
