import { conjugate } from "./conjugate.reference.ts";
import { createConjugate } from "./conjugate.ts";
import { elementwiseCase } from "./constant.bench.ts";

export const cases = [
  elementwiseCase({
    name: "arithmetic/conjugate",
    kind: "complex",
    inputs: 1,
    create: createConjugate,
    expected: conjugate,
  }),
];
