import { describe, expect, it } from "vitest";
import { checkGraph } from "../flow/graph/check-graph.ts";
import { sinkItems, testGraph } from "../flow/graph/graph.testing.ts";
import { runFloat64 } from "../flow/run/run-graph.reference.ts";
import { errorDb, testNormals } from "../gpu/testing.ts";
import { COUNTED } from "./counted.testing.ts";
import type { Listed } from "./list-field.ts";
import { reportsOf } from "./testing.ts";

type Kind = "real" | "complex";

/** Blocks that take pages of a fixed size: their input, and what they give if it is another type. */
const FIXED: readonly [type: string, parameters: Readonly<Record<string, unknown>>, takes: Kind, gives?: Kind][] = [
  ["fir-filter", { type: "complex", design: "taps", taps: [0.5, -0.25, 0.125, 0.5], decimation: 3 }, "complex"],
  ["fft-filter", { type: "real", design: "taps", taps: Array.from({ length: 200 }, (_, n) => 1 / (n + 1)) }, "real"],
  ["moving-average", { type: "real", length: 20, scale: 0.05 }, "real"],
  ["one-pole", { type: "complex", alpha: 0.2 }, "complex"],
  ["iir-filter", { type: "real", cutoff: 0.1, upper: 0.2 }, "real"],
  ["dc-blocker", { type: "complex" }, "complex"],
  ["delay", { type: "real", items: 50 }, "real"],
  ["mixer", { frequency: 0.1234 }, "complex"],
  ["rational-resampler", { type: "complex", interpolation: 3, decimation: 4 }, "complex"],
  ["keep-one-in-n", { type: "real", n: 7 }, "real"],
  ["repeat", { type: "complex", n: 3 }, "complex"],
  ["quadrature-demodulator", {}, "complex", "real"],
  ["agc", { type: "complex" }, "complex"],
];

/** A list of items that the GPU counts, and blocks behind that. */
function graphOf(kind: Kind, count: number, blocks: Parameters<typeof testGraph>[0], connections: readonly string[]) {
  const numbers = testNormals(5, 2 * count);
  const items = Array.from({ length: count }, (_, n): Listed =>
    kind === "real" ? numbers[n] : [numbers[2 * n], numbers[2 * n + 1]],
  );
  return checkGraph(
    testGraph({ list: ["list-source", { type: kind, items, repeats: "no" }], some: [`counted-${kind}`], ...blocks }, [
      "list.out some.in",
      ...connections,
    ]),
    COUNTED,
  );
}

const COUNT = 2000;

describe("blocks behind counts that the GPU decides", () => {
  it.each(FIXED)(
    "%s gives the samples of float64 for any page size",
    async (type, parameters, takes, gives = takes) => {
      const checked = graphOf(takes, COUNT, { block: [type, parameters], end: ["file-sink", { type: gives }] }, [
        "some.out block.in",
        "block.out end.in",
      ]);
      expect(checked.problems).toEqual([]);
      const exact = runFloat64(checked, COUNTED, { items: COUNT })["block.out"];
      const runs = [];
      for (const page of [150, 777, 3000]) runs.push((await sinkItems(checked, { page })).get("end") ?? []);
      for (const run of runs) {
        expect(run.length).toBe(runs[0].length);
        expect(run.length).toBeGreaterThanOrEqual(exact.length);
        expect(errorDb(run.slice(0, exact.length), exact)).toBeLessThan(-100);
      }
    },
  );

  it("transforms vectors, and filters what comes from several outputs and paces", async () => {
    const checked = graphOf(
      "complex",
      COUNT,
      {
        vectors: ["stream-to-vector", { type: "complex", length: 64 }],
        window: ["window", { type: "complex", length: 64 }],
        fft: ["fft", { length: 64 }],
        items: ["vector-to-stream", { type: "complex", length: 64 }],
        gain: ["multiply-constant", { type: "complex", constant: 2 }],
        filter: ["moving-average", { type: "complex", length: 9, scale: 0.1 }],
        sum: ["add", { type: "complex" }],
        fewer: ["counted-complex", { keep: 2 }],
        last: ["one-pole", { type: "complex", alpha: 0.3 }],
        ...Object.fromEntries(["a", "b", "c"].map((id) => [id, ["file-sink", { type: "complex" }] as const])),
      },
      [
        "some.out vectors.in",
        "vectors.out window.in",
        "window.out fft.in",
        "fft.out items.in",
        "items.out a.in",
        "some.out gain.in",
        "some.out filter.in",
        "gain.out sum.a",
        "filter.out sum.b",
        "sum.out b.in",
        "sum.out fewer.in",
        "fewer.out last.in",
        "last.out c.in",
      ],
    );
    expect(checked.problems).toEqual([]);
    const exact = runFloat64(checked, COUNTED, { items: COUNT });
    for (const page of [150, 3000]) {
      const found = await sinkItems(checked, { page });
      for (const [sink, output] of [
        ["a", "items.out"],
        ["b", "sum.out"],
        ["c", "last.out"],
      ]) {
        const run = found.get(sink) ?? [];
        expect(exact[output].length).toBeGreaterThan(1000);
        expect(run.length).toBeGreaterThanOrEqual(exact[output].length);
        expect(errorDb(run.slice(0, exact[output].length), exact[output])).toBeLessThan(-100);
      }
    }
  });

  it("compares bits that meet again, one of them behind a filter, and refuses bits at another pace", async () => {
    const blocks = {
      noise: ["noise-source", { type: "real", amplitude: 1 }],
      some: ["counted-real"],
      filter: ["fir-filter", { type: "real", design: "taps", taps: [0.5] }],
      one: ["slicer", { constellation: "binary" }],
      two: ["slicer", { constellation: "binary" }],
      errors: ["error-counter", { alignment: "given", unit: 1 }],
    } as const;
    const connections = (from: string) => [
      "noise.out some.in",
      `${from} one.in`,
      "some.out filter.in",
      "filter.out two.in",
      "one.out errors.a",
      "two.out errors.b",
    ];
    const { problems } = checkGraph(testGraph(blocks, connections("noise.out")), COUNTED);
    expect(problems).toMatchObject([{ block: "filter", port: "in" }]);
    const reports = await reportsOf(testGraph(blocks, connections("some.out")), { page: 500, pages: 4 }, COUNTED);
    const last = reports.findLast(({ report }) => report.kind === "errors")?.report;
    expect(last).toMatchObject({ errors: 0 });
    expect(last?.kind === "errors" && last.bits).toBeGreaterThan(1000);
  });

  it("draws spectra of gathered items, with their number of items", async () => {
    const graph = testGraph(
      {
        tone: ["signal-source", { type: "complex", rate: 0, frequency: 0.125, waveform: "cosine" }],
        all: ["counted-complex", { keep: 4 }],
        spectrum: ["spectrum-sink", { type: "complex", length: "256" }],
      },
      ["tone.out all.in", "all.out spectrum.in"],
    );
    const reports = await reportsOf(graph, { page: 1000, pages: 5 }, COUNTED);
    const rows = reports.flatMap(({ report }) => (report.kind === "spectrum" ? report.rows : []));
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows.slice(1)) expect(row.indexOf(Math.max(...row))).toBe(128 + 32);
  });

  it.each([
    ["telemetry", ["telemetry-source", { packets: 2, ebn0: 12 }], ["telemetry-receiver", {}], 1],
    ["802.11", ["wifi-source", { bytes: 40, rate: "12", snr: 25 }], ["wifi-receiver", {}], 5],
  ] as const)("gives the %s receiver the samples that it gets directly", async (_, source, receiver, pages) => {
    const frames = async (counted: boolean, page: number) => {
      const graph = testGraph(
        {
          source,
          ...(counted && { all: ["counted-complex", { keep: 4 }] }),
          receiver,
          end: ["file-sink", { type: "frames" }],
        },
        [
          ...(counted ? ["source.out all.in", "all.out receiver.in"] : ["source.out receiver.in"]),
          "receiver.frames end.in",
        ],
      );
      const checked = checkGraph(graph, COUNTED);
      expect(checked.problems).toEqual([]);
      return (await sinkItems(checked, source[0] === "wifi-source" ? { page, pages } : { page })).get("end");
    };
    const direct = await frames(false, 1);
    expect(direct?.length).toBeGreaterThan(20);
    expect(await frames(true, 1)).toEqual(direct);
  });
});
