import { describe, expect, it } from "vitest";
import { testGraph } from "../flow/graph/graph.testing.ts";
import type { Report } from "../flow/build/block-factory.ts";
import type { Catalogue } from "../flow/graph/catalogue.ts";
import type { Graph } from "../flow/graph/graph.ts";
import { TEST_BLOCKS } from "../flow/graph/made-up-blocks.testing.ts";
import { CATALOGUE } from "./catalogue.testing.ts";
import { normalTail, reportsOf } from "./testing.ts";

type Errors = Extract<Report, { kind: "errors" }>;

/** Runs a graph and returns the last report of its error counter. */
async function errorsOf(
  graph: Graph,
  options: { page: number; pages?: number },
  catalogue?: Catalogue,
): Promise<Errors> {
  const reports = await reportsOf(graph, options, catalogue);
  const last = reports.findLast(({ report }) => report.kind === "errors");
  if (!last) throw new Error("the error counter found no alignment");
  return last.report as Errors;
}

describe("links of blocks", () => {
  it.each([
    // Each would miss its interval for one seed in twenty.
    ["QPSK", 0.5, normalTail(2)],
    ["16-QAM", 0.3, (3 / 4) * normalTail(Math.sqrt(0.2) / 0.3) + (2 / 4) * normalTail((3 * Math.sqrt(0.2)) / 0.3)],
  ] as const)("have theory's bit error rate for %s in their interval", async (constellation, amplitude, theory) => {
    const graph = testGraph(
      {
        bits: ["random-bits", { seed: 3 }],
        mapper: ["constellation-mapper", { constellation }],
        noise: ["noise-source", { amplitude, seed: 4 }],
        channel: ["add"],
        slicer: ["slicer", { constellation }],
        errors: ["error-counter", { alignment: "given" }],
      },
      [
        "bits.out mapper.in",
        "mapper.out channel.a",
        "noise.out channel.b",
        "channel.out slicer.in",
        "bits.out errors.a",
        "slicer.out errors.b",
      ],
    );
    const { bits, errors, ci95 } = await errorsOf(graph, { page: 30_000, pages: 4 });
    expect(bits).toBeGreaterThanOrEqual(100_000);
    expect(errors / bits).toBeGreaterThan(0);
    expect(ci95[0]).toBeLessThan(theory);
    expect(ci95[1]).toBeGreaterThan(theory);
  });

  it("decode a stream behind noise, and find its delay", async () => {
    const stream = { frame: 0, rate: "1/2" };
    const graph = testGraph(
      {
        bits: ["random-bits", { seed: 5 }],
        encoder: ["convolutional-encoder", stream],
        mapper: ["constellation-mapper", { constellation: "QPSK" }],
        noise: ["noise-source", { amplitude: 0.6, seed: 6 }],
        channel: ["add"],
        demapper: ["soft-demapper", { constellation: "QPSK", noiseVariance: 0.36 }],
        decoder: ["viterbi-decoder", stream],
        errors: ["error-counter"],
      },
      [
        "bits.out encoder.in",
        "encoder.out mapper.in",
        "mapper.out channel.a",
        "noise.out channel.b",
        "channel.out demapper.in",
        "demapper.out decoder.in",
        "bits.out errors.a",
        "decoder.out errors.b",
      ],
    );
    // Without the code, 5 % of the bits are wrong.
    expect(await errorsOf(graph, { page: 4096, pages: 3 })).toMatchObject({ errors: 0, bits: 6144 - 144 });
  });

  it("synchronize to a clock, a phase and a frequency that are off, for every page size alike", async () => {
    const pulse = Array.from({ length: 65 }, (_, k) => rootRaisedCosine((k - 32) / 4));
    const graph = testGraph(
      {
        bits: ["random-bits", { seed: 7 }],
        coder: ["differential-encoder"],
        mapper: ["constellation-mapper", { constellation: "BPSK" }],
        shaping: ["fir-filter", { design: "taps", taps: pulse, interpolation: 4 }],
        carrier: ["mixer", { frequency: 0.0007 }],
        noise: ["noise-source", { amplitude: 0.2, seed: 8 }],
        channel: ["add"],
        matched: ["fir-filter", { design: "taps", taps: pulse.map((tap) => tap / 4) }],
        timing: ["symbol-synchronizer", { samplesPerSymbol: 3.999, bandwidth: 0.02 }],
        phase: ["costas-loop", { order: "2" }],
        slicer: ["slicer", { constellation: "BPSK" }],
        decoder: ["differential-decoder"],
        errors: ["error-counter"],
      },
      [
        "bits.out coder.in",
        "coder.out mapper.in",
        "mapper.out shaping.in",
        "shaping.out carrier.in",
        "carrier.out channel.a",
        "noise.out channel.b",
        "channel.out matched.in",
        "matched.out timing.in",
        "timing.out phase.in",
        "phase.out slicer.in",
        "slicer.out decoder.in",
        "bits.out errors.a",
        "decoder.out errors.b",
      ],
    );
    const { bits, errors } = await errorsOf(graph, { page: 4000, pages: 4 });
    // The first difference depends on the phase that the loop finds.
    expect(errors).toBeLessThanOrEqual(1);
    expect(bits).toBeGreaterThan(3800);
    expect(await errorsOf(graph, { page: 1600, pages: 10 })).toMatchObject({ bits, errors });
  });

  it("decode a stream behind a synchronizer to its last bits, for every page size alike", async () => {
    const pulse = Array.from({ length: 65 }, (_, k) => rootRaisedCosine((k - 32) / 4));
    const stream = { frame: 0, rate: "1/2" };
    const graph = testGraph(
      {
        bits: ["random-bits", { seed: 11 }],
        few: ["head", { type: "bits", items: 3000 }],
        encoder: ["convolutional-encoder", stream],
        mapper: ["constellation-mapper", { constellation: "QPSK" }],
        shaping: ["fir-filter", { design: "taps", taps: pulse, interpolation: 4 }],
        noise: ["noise-source", { amplitude: 0.3, seed: 12 }],
        channel: ["add"],
        matched: ["fir-filter", { design: "taps", taps: pulse.map((tap) => tap / 4) }],
        timing: ["symbol-synchronizer", { samplesPerSymbol: 4, bandwidth: 0.02 }],
        demapper: ["soft-demapper", { constellation: "QPSK", noiseVariance: 0.1 }],
        decoder: ["viterbi-decoder", stream],
        errors: ["error-counter"],
      },
      [
        "bits.out few.in",
        "few.out encoder.in",
        "encoder.out mapper.in",
        "mapper.out shaping.in",
        "shaping.out channel.a",
        "noise.out channel.b",
        "channel.out matched.in",
        "matched.out timing.in",
        "timing.out demapper.in",
        "demapper.out decoder.in",
        "few.out errors.a",
        "decoder.out errors.b",
      ],
    );
    const found = await errorsOf(graph, { page: 3000 });
    expect(found.bits).toBe(3000);
    // The filters hold the last 16 symbols back.
    expect(found.errors).toBeLessThanOrEqual(16);
    expect(await errorsOf(graph, { page: 700 })).toEqual(found);
  });

  it("decode frames and map their bits behind a block whose count the GPU decides", async () => {
    const port = (name: string) => ({ name, type: "llrs" }) as const;
    const pick = { ...TEST_BLOCKS.types.pick, ports: () => ({ inputs: [port("in")], outputs: [port("out")] }) };
    const catalogue = {
      ...CATALOGUE,
      types: { ...CATALOGUE.types, pick },
      factories: { ...CATALOGUE.factories, pick: TEST_BLOCKS.factories.pick },
    };
    const code = { length: "576" };
    const graph = testGraph(
      {
        bits: ["random-bits", { seed: 13 }],
        encoder: ["ldpc-encoder", code],
        mapper: ["constellation-mapper", { constellation: "BPSK" }],
        noise: ["noise-source", { amplitude: 0.7, seed: 14 }],
        channel: ["add"],
        demapper: ["soft-demapper", { constellation: "BPSK", noiseVariance: 0.49 }],
        all: ["pick", { level: -1e9 }],
        decoder: ["ldpc-decoder", code],
        again: ["constellation-mapper", { constellation: "16-QAM" }],
        slicer: ["slicer", { constellation: "16-QAM" }],
        errors: ["error-counter", { alignment: "given" }],
      },
      [
        "bits.out encoder.in",
        "encoder.out mapper.in",
        "mapper.out channel.a",
        "noise.out channel.b",
        "channel.out demapper.in",
        "demapper.out all.in",
        "all.out decoder.in",
        "decoder.out again.in",
        "again.out slicer.in",
        "bits.out errors.a",
        "slicer.out errors.b",
      ],
    );
    const found = await errorsOf(graph, { page: 2 * 576, pages: 3 }, catalogue);
    expect(found).toMatchObject({ errors: 0, bits: 6 * 288 });
  });
});

/** The root-raised-cosine pulse with roll-off 0.35, t in symbols. */
function rootRaisedCosine(t: number): number {
  const a = 0.35;
  if (t === 0) return 1 - a + (4 * a) / Math.PI;
  return (
    (Math.sin(Math.PI * t * (1 - a)) + 4 * a * t * Math.cos(Math.PI * t * (1 + a))) /
    (Math.PI * t * (1 - (4 * a * t) ** 2))
  );
}
