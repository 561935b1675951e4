import type { Block, SampleKind } from "../flow/graph/block.ts";
import { createConjugate } from "./conjugate.ts";
import { type Constant, createConstantOperation } from "./constant.ts";
import { createMagnitude } from "./magnitude.ts";

const AT_ONCE = { up: 1, down: 1, multiple: 1, delay: 0 } as const;

export function constantBlock(config: { kind: SampleKind; operation: "add" | "multiply"; constant: Constant }): Block {
  const { kind } = config;
  return {
    ...AT_ONCE,
    label: "arithmetic/constant",
    input: kind,
    output: kind,
    create: (device, page) => createConstantOperation(device, { ...page, ...config }),
  };
}

export function conjugateBlock(): Block {
  return { ...AT_ONCE, label: "arithmetic/conjugate", input: "complex", output: "complex", create: createConjugate };
}

/** |x|^power, default 1. */
export function magnitudeBlock(config: { kind: SampleKind; power?: number }): Block {
  return {
    ...AT_ONCE,
    label: "arithmetic/magnitude",
    input: config.kind,
    output: "real",
    create: (device, page) => createMagnitude(device, { ...page, ...config }),
  };
}
