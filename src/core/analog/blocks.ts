import type { Block } from "../stream/block.ts";
import { createQuadrature } from "./quadrature.ts";

/** FM demodulation: a sample tells what happened between the one before and this one. */
export function quadratureBlock(config: { gain?: number } = {}): Block {
  return {
    label: "analog/quadrature",
    input: "complex",
    output: "real",
    up: 1,
    down: 1,
    multiple: 1,
    delay: 0.5,
    create: (device, page) => createQuadrature(device, { ...page, ...config }),
  };
}
