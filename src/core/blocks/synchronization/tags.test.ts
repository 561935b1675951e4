import { expect, it } from "vitest";
import type { OpenSource } from "../../flow/build/block-factory.ts";
import { checkGraph } from "../../flow/graph/check-graph.ts";
import { testGraph } from "../../flow/graph/graph.testing.ts";
import { runGraph } from "../../flow/run/run-graph.ts";
import type { Tag } from "../../flow/graph/tag.ts";
import { testGpu, testRandom } from "../../gpu/testing.ts";
import { CATALOGUE } from "../catalogue.testing.ts";

const PERIOD = 5;
const SYMBOLS = 600;

/** Pulses of raised cosines with random signs; symbol k is at sample 5·k + 2. */
function pulses(): Float32Array<ArrayBuffer> {
  const random = testRandom(3);
  const x = new Float32Array(PERIOD * SYMBOLS);
  for (let k = 0; k < SYMBOLS; k++) {
    const sign = random() < 0.5 ? -1 : 1;
    for (let d = -PERIOD; d <= PERIOD; d++) {
      const n = PERIOD * k + 2 + d;
      if (n >= 0 && n < x.length) x[n] += (sign * (1 + Math.cos((Math.PI * d) / PERIOD))) / 2;
    }
  }
  return x;
}

/** Tags at samples between symbols; the value is the number of symbols before. */
const TAGS = [200, 333, 580].map((symbol): Tag => ({ sample: PERIOD * symbol, key: "symbol", value: symbol }));

const open: OpenSource = async () => {
  const x = pulses();
  let next = 0;
  return {
    port: "complex",
    async read() {
      if (next >= x.length) return undefined;
      const first = next;
      next = Math.min(x.length, next + 77);
      const tags = TAGS.filter(({ sample }) => sample >= first && sample < next);
      return {
        items: Float32Array.from({ length: 2 * (next - first) }, (_, i) => (i % 2 ? 0 : x[first + i / 2])),
        tags,
        dropped: 0,
      };
    },
    close() {
      next = x.length;
    },
  };
};

it("a tag goes through a symbol synchronizer to the first symbol that is not before it, for any page size", async () => {
  const checked = checkGraph(
    testGraph(
      {
        pipe: ["pipe-source"],
        timing: ["symbol-synchronizer", { type: "complex", samplesPerSymbol: PERIOD, bandwidth: 0.02 }],
        gain: ["multiply-constant", { type: "complex", constant: 2 }],
        smooth: ["delay", { type: "complex", items: 7 }],
        half: ["keep-one-in-n", { type: "complex", n: 2 }],
        ...Object.fromEntries(["a", "b", "c"].map((id) => [id, ["file-sink", { type: "complex" }] as const])),
      },
      [
        "pipe.out timing.in",
        "timing.out gain.in",
        "gain.out a.in",
        "timing.out smooth.in",
        "smooth.out b.in",
        "gain.out half.in",
        "half.out c.in",
      ],
    ),
    CATALOGUE,
  );
  expect(checked.problems).toEqual([]);
  for (const page of [100, 640, 5000]) {
    const found = new Map<string, { tags: Tag[]; count: number }>();
    for await (const { reports } of runGraph(await testGpu(), checked, { page, open }).steps) {
      for (const { block, report } of reports) {
        if (report.kind !== "items") continue;
        const { tags, count } = found.get(block) ?? { tags: [], count: 0 };
        // Each comes in the page with its item.
        for (const { sample } of report.tags) expect(sample).toBeGreaterThanOrEqual(count);
        found.set(block, { tags: [...tags, ...report.tags], count: count + report.items.length / 2 });
      }
    }
    const missing = SYMBOLS - (found.get("a")?.count ?? 0);
    expect(Math.abs(missing)).toBeLessThanOrEqual(2);
    const at = (sink: string) => found.get(sink)?.tags.map(({ sample }) => sample);
    const places = (at("a") as number[]).map((sample, i) => sample - (TAGS[i].value as number));
    // The first symbols may be missing, the same number for all tags.
    expect(new Set(places).size).toBe(1);
    expect(Math.abs(places[0])).toBeLessThanOrEqual(1);
    expect(at("a")).toHaveLength(3);
    expect(at("b")).toEqual(at("a")?.map((sample) => sample + 7));
    expect(at("c")).toEqual(at("a")?.map((sample) => sample / 2));
  }
});
