import { cmaCase } from "./cma-direct.bench.ts";
import { createCma } from "./cma.ts";

export const cases = [cmaCase("equalizer/cma", createCma, 88.8)];
