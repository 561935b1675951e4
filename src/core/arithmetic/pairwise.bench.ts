import { elementwiseCase } from "./constant.bench.ts";
import { pairwise } from "./pairwise.reference.ts";
import { createPairwise } from "./pairwise.ts";

const works = [
  { kind: "real", operation: "add" },
  { kind: "complex", operation: "multiply" },
  { kind: "complex", operation: "divide" },
] as const;

export const cases = works.map((work) =>
  elementwiseCase({
    name: `arithmetic/pairwise ${work.operation}`,
    kind: work.kind,
    inputs: 2,
    create: (device, page, other) => createPairwise(device, { ...page, ...work, other }),
    expected: (x, y) => pairwise(x, y, work),
  }),
);
