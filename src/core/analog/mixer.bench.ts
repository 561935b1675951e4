import { elementwiseCase } from "../arithmetic/constant.bench.ts";
import { mixer } from "./mixer.reference.ts";
import { createMixer } from "./mixer.ts";

/** Each row of 2^16 samples begins at phase 0, as the noise does. */
const FREQUENCY = 12_345 / 2 ** 16;

export const cases = [
  elementwiseCase({
    name: "analog/mixer",
    kind: "complex",
    inputs: 1,
    create: (device, page) => createMixer(device, { ...page, frequency: FREQUENCY }),
    expected: (x) => mixer(x, FREQUENCY),
  }),
];
