import regroupingKernel from "#shaders/blocks/rates/regrouping.wgsl?raw";
import type { PlanBlock, SampleBlock } from "../../flow/block-factory.ts";
import { PORTS } from "../../flow/port.ts";
import type { Rate } from "../../flow/rate.ts";
import { compile } from "../../gpu/kernel.ts";
import { allocate } from "../../gpu/pool.ts";
import { sampleFormula } from "../sample-formula.ts";
import type { EveryNth, Head } from "./regrouping.ts";

const GROUP = 256;

export const createKeepOneInN = (parameters: EveryNth): PlanBlock => copied(parameters, { up: 1, down: parameters.n });

export const createRepeat = (parameters: EveryNth): PlanBlock => copied(parameters, { up: parameters.n, down: 1 });

function copied({ type, vector }: EveryNth, { up, down }: Rate): PlanBlock {
  return {
    kind: "plan",
    consumes: { in: down },
    produces: { out: up },
    async create(device, { firings, inputs }) {
      const label = "blocks/regrouping";
      const WORDS = (vector * PORTS[type].bytes) / 4;
      const constants = { GROUP, UP: up, DOWN: down, OFFSET: down - 1, WORDS };
      const kernel = await compile(device, { label, wgsl: [regroupingKernel], constants });
      const memory = allocate(device);
      const length = firings * up * WORDS;
      const output = memory.storage("regrouped", 4 * length);
      const bound = kernel.bind({ x: inputs.in.buffer, y: output, params: { length } });
      const groups = Math.ceil(length / GROUP);
      const rows = Math.ceil(groups / device.limits.maxComputeWorkgroupsPerDimension);
      return {
        label,
        outputs: { out: { buffer: output, length: firings * up } },
        encode: (encoder, timing) => bound.encode(encoder, [Math.ceil(groups / rows), rows], timing),
        reset() {},
        destroy() {
          bound.destroy();
          memory.release();
        },
      };
    },
  };
}

/** Vectors count by their elements, so these blocks change nothing. */
const identity = (): SampleBlock => sampleFormula([], ({ in: x }) => x);

export const createStreamToVector = identity;

export const createVectorToStream = identity;

export const createHead = ({ items }: Head): SampleBlock => ({ ...identity(), ends: items });
