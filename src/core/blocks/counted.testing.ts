import { field } from "../configuration/schema.ts";
import type { PlanBlock } from "../flow/build/block-factory.ts";
import type { AnyBlockType } from "../flow/graph/block-type.ts";
import type { SampleKind } from "../flow/graph/block.ts";
import type { Catalogue } from "../flow/graph/catalogue.ts";
import type { References } from "../flow/run/run-graph.reference.ts";
import { compile } from "../gpu/kernel.ts";
import { owning } from "../gpu/owning.ts";
import { clear } from "../gpu/submit.ts";
import { CATALOGUE } from "./catalogue.testing.ts";
import { countOf } from "./item-count.ts";

/** Item n passes if this is below `keep`. */
const draw = (n: number) => (Math.imul(n, 2654435761) >>> 24) & 3;

const KERNEL = `
override WORDS: u32;
override KEEP: u32;
@group(0) @binding(0) var<storage, read> count: array<u32>;
@group(0) @binding(1) var<storage, read> x: array<u32>;
@group(0) @binding(2) var<storage, read_write> y: array<u32>;
@group(0) @binding(3) var<storage, read_write> found: array<u32>;
@group(0) @binding(4) var<storage, read_write> seen: array<u32>;
@compute @workgroup_size(1)
fn main() {
  var kept = 0u;
  for (var n = 0u; n < count[0]; n++) {
    if (((((seen[0] + n) * 2654435761u) >> 24u) & 3u) >= KEEP) { continue; }
    for (var word = 0u; word < WORDS; word++) { y[kept * WORDS + word] = x[n * WORDS + word]; }
    kept++;
  }
  seen[0] += count[0];
  found[0] = kept;
}`;

/** Passes `keep` of four items, by their places: the GPU decides how many of a page. */
const countedBlock =
  (kind: SampleKind) =>
  ({ keep }: { keep: number }): PlanBlock => ({
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: { most: (firings) => firings } },
    create: (device, { firings, inputs: { in: input } }) =>
      owning(device, async ({ keep: own, memory }) => {
        const words = kind === "complex" ? 2 : 1;
        const [y, found, seen] = [4 * words * firings, 4, 4].map((bytes) => memory.storage("counted items", bytes));
        const count = countOf(device, memory, input);
        const constants = { WORDS: words, KEEP: keep };
        const kernel = await compile(device, { label: "test/counted", wgsl: [KERNEL], constants });
        const bound = await own(kernel.bind({ count: count.buffer, x: input.buffer, y, found, seen }));
        clear(device, "test/counted", [seen]);
        return {
          label: "test/counted",
          outputs: { out: { buffer: y, length: firings, count: found } },
          prepare: (page) => count.set(page.firings),
          encode: (encoder, timing) => bound.encode(encoder, 1, timing),
          reset: () => clear(device, "test/counted", [seen]),
        };
      }),
  });

function countedType(type: SampleKind): AnyBlockType {
  const keep = field.number("Keep", "Of four items.", { default: 3, min: 1, max: 4, step: 1 });
  const ports = { inputs: [{ name: "in", type }], outputs: [{ name: "out", type }] };
  const text = { title: "Counted", summary: "Passes some items.", help: "" };
  return { ...text, category: "rates", fields: { keep }, defaults: { keep: 3 }, ports: () => ports };
}

function countedFloat64(kind: SampleKind) {
  const width = kind === "complex" ? 2 : 1;
  return ({ keep }: { keep: number }) => {
    let seen = 0;
    return ({ in: x }: Readonly<Record<string, Float64Array>>) => {
      const first = seen;
      seen += x.length / width;
      return { out: x.filter((_, i) => draw(first + Math.floor(i / width)) < keep) };
    };
  };
}

/** All blocks, and two that give as many items as the GPU decides. */
export const COUNTED: Catalogue & References = {
  types: { ...CATALOGUE.types, "counted-real": countedType("real"), "counted-complex": countedType("complex") },
  factories: {
    ...CATALOGUE.factories,
    "counted-real": countedBlock("real"),
    "counted-complex": countedBlock("complex"),
  },
  float64: {
    ...CATALOGUE.float64,
    "counted-real": countedFloat64("real"),
    "counted-complex": countedFloat64("complex"),
  },
};
