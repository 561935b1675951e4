import regroupingKernel from "#shaders/blocks/rates/regrouping.wgsl?raw";
import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { PORTS } from "../../flow/graph/port.ts";
import type { RateRatio } from "../../flow/graph/rate.ts";
import { createItemKernel } from "../item-kernel.ts";
import type { EveryNth } from "./regrouping.ts";

export const createKeepOneInN = (parameters: EveryNth): PlanBlock => copied(parameters, { up: 1, down: parameters.n });

export const createRepeat = (parameters: EveryNth): PlanBlock => copied(parameters, { up: parameters.n, down: 1 });

function copied({ type, vector }: EveryNth, { up, down }: RateRatio): PlanBlock {
  return {
    kind: "plan",
    consumes: { in: down },
    produces: { out: up },
    variableRates: ["in"],
    create(device, { firings, inputs }) {
      const bytes = vector * PORTS[type].bytes;
      const length = firings * up;
      const invocations = (length * bytes) / 4;
      return createItemKernel(device, {
        label: "blocks/rates/regrouping",
        wgsl: [regroupingKernel],
        constants: { UP: up, DOWN: down, OFFSET: down - 1, WORDS: bytes / 4 },
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
