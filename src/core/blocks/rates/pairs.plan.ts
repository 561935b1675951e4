import regroupingKernel from "#shaders/blocks/rates/regrouping.wgsl?raw";
import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { createItemKernel } from "../item-kernel.ts";

export const createPairsToComplex = (): PlanBlock => copied({ consumes: 2, produces: 1, bytes: 8 });

export const createComplexToPairs = (): PlanBlock => copied({ consumes: 1, produces: 2, bytes: 4 });

/** The numbers stay as they are; only their count per item changes. @param bytes Of an item of the output. */
function copied({ consumes, produces, bytes }: { consumes: number; produces: number; bytes: number }): PlanBlock {
  return {
    kind: "plan",
    consumes: { in: consumes },
    produces: { out: produces },
    variableRates: ["in"],
    create(device, { firings, inputs }) {
      const length = firings * produces;
      const invocations = (length * bytes) / 4;
      return createItemKernel(device, {
        label: "blocks/rates/regrouping",
        wgsl: [regroupingKernel],
        constants: { UP: 1, DOWN: 1, OFFSET: 0, WORDS: bytes / 4 },
        input: inputs.in,
        names: { input: "x", output: "y" },
        output: { length, bytes },
        invocations,
        counts: false,
        params: { length: invocations },
      });
    },
  };
}
