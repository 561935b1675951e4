import regroupingKernel from "#shaders/blocks/rates/regrouping.wgsl?raw";
import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { PORTS } from "../../flow/graph/port.ts";
import type { RateRatio } from "../../flow/graph/rate.ts";
import { createItemKernel } from "../item-kernel.ts";
import type { EveryNth } from "./regrouping.ts";

export const createKeepOneInN = ({ n, ...item }: EveryNth): PlanBlock =>
  regrouped({ consumes: n, produces: 1, bytes: bytesOf(item) }, { up: 1, down: n });

export const createRepeat = ({ n, ...item }: EveryNth): PlanBlock =>
  regrouped({ consumes: 1, produces: n, bytes: bytesOf(item) }, { up: n, down: 1 });

const bytesOf = ({ type, vector }: Pick<EveryNth, "type" | "vector">) => vector * PORTS[type].bytes;

interface Regrouping {
  /** Items at a firing. */
  consumes: number;
  produces: number;
  /** Of an item of the output. */
  bytes: number;
}

/** Returns a plan that copies the last of each `down` items `up` times. */
export const regrouped = ({ consumes, produces, bytes }: Regrouping, { up, down }: RateRatio): PlanBlock => ({
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
      constants: { UP: up, DOWN: down, OFFSET: down - 1, WORDS: bytes / 4 },
      input: inputs.in,
      names: { input: "x", output: "y" },
      output: { length, bytes },
      invocations,
      counts: false,
      params: { length: invocations },
    });
  },
});
