import { iirCases } from "./parallel.bench.ts";

export const cases = iirCases("block-convolution");
