import { expect, it } from "vitest";
import { wrongEffects } from "../configuration/testing.ts";
import { testGpu } from "../gpu/testing.ts";
import { FILTERS } from "./experiment.ts";
import { passageOf } from "./passage.ts";
import { madeSignal } from "./signal.ts";

it("filters: every field changes the samples, or the pages in which they come", async () => {
  const gpu = await testGpu();
  const design = { type: "window", length: 21, cutoff: 0.25 } as const;
  const base = FILTERS.parse({ design, samples: 1024, tones: "0.1,0.4", method: "direct", page: 512 });
  const others = { design: { ...design, length: 23 }, tones: "0.1,0.3", method: "overlap-save", page: 128 } as const;
  const found = await wrongEffects(FILTERS, base, others, async (config) => {
    const shares: number[] = [];
    const onProgress = (share: number) => void shares.push(share);
    const { before, after, method } = await passageOf(gpu, config, madeSignal(config), { onProgress });
    return [method, shares, before, after].join(" ");
  });
  expect(found).toEqual([]);
});
