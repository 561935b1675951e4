import { elementwiseCase } from "./constant.bench.ts";
import { magnitude } from "./magnitude.reference.ts";
import { createMagnitude } from "./magnitude.ts";

export const cases = [1, 2, 3].map((power) =>
  elementwiseCase({
    name: `arithmetic/magnitude power ${power}`,
    kind: "complex",
    output: "real",
    inputs: 1,
    create: (device, page) => createMagnitude(device, { ...page, kind: "complex", power }),
    expected: (x) => magnitude(x, { kind: "complex", power }),
  }),
);
