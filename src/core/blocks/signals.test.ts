import { beforeAll, describe, expect, it } from "vitest";
import { checkGraph } from "../flow/graph/check-graph.ts";
import { sinkItems } from "../flow/graph/graph.testing.ts";
import type { Graph } from "../flow/graph/graph.ts";
import { runFloat64 } from "../flow/run/run-graph.reference.ts";
import { errorDb, testNormals, testRandom } from "../gpu/testing.ts";
import { CATALOGUE } from "./catalogue.testing.ts";
import { type BlockName, BLOCKS } from "./registry.ts";

type Parameters = Readonly<Record<string, unknown>>;

interface Case {
  type: BlockName;
  parameters: Parameters;
  /** Samples per second of the inputs. */
  hz?: number;
  /** Largest error, dB. */
  most?: number;
}

const of = (type: BlockName, parameters: Parameters = {}, more: Omit<Case, "type" | "parameters"> = {}): Case => ({
  type,
  parameters,
  ...more,
});

const FILTERS = { transition: 0.05, cutoff: 0.1, upper: 0.2 };

/** Blocks of one sample: the engine makes few kernels of them. */
const SAMPLES = [
  ...(["complex", "real", "integer"] as const).flatMap((type) => [
    of("add", { type }),
    of("subtract", { type }),
    of("multiply", { type }),
    of("divide", { type }),
    of("add-constant", { type, constant: 3.25, imaginary: -0.5 }),
    of("multiply-constant", { type, constant: -1.5, imaginary: 0.25 }),
  ]),
  of("conjugate"),
  ...[1, 2, 3, 4, 7].flatMap((power) => [of("magnitude", { power }), of("magnitude", { power, type: "real" })]),
  of("phase"),
  of("complex-to-parts"),
  of("parts-to-complex"),
  of("logarithm", { factor: 20, offset: -3 }),
  of("threshold", { level: 0.1 }),
  of("threshold", { level: -0.3, output: "real" }),
  of("integer-to-real"),
  of("integer-to-real", { range: "int8", scale: 128 }),
  of("integer-to-real", { range: "uint8", type: "bits" }),
  of("real-to-integer"),
  // A power of two: other products are rounded in float32, and a few of them then lie on the other side of a half.
  of("real-to-integer", { range: "int16", scale: 2048 }),
  of("mixer", { frequency: 5000, rate: 32_000 }, { hz: 48_000 }),
  of("mixer", { frequency: 0.123456789 }),
  of("mixer", { frequency: -17_000 }, { hz: 48_000 }),
  of("delay", { items: 0 }),
  of("head", { items: 1e9 }),
];

const SOURCES = [
  ...(["cosine", "sine", "square", "triangle", "sawtooth", "constant"] as const).flatMap((waveform) =>
    (["complex", "real"] as const).map((type) =>
      of("signal-source", { type, waveform, rate: 8000, frequency: 1234.5, amplitude: 1.5, offset: 0.25, phase: 1 }),
    ),
  ),
  of("signal-source", { rate: 8, frequency: 1, waveform: "square" }),
  of("chirp-source", { rate: 1000, duration: 0.777, from: -400, to: 450 }),
  of("chirp-source", { rate: 0, duration: 100, from: 0.01, to: 0.4, type: "real" }),
  ...(["gaussian", "uniform", "laplacian"] as const).flatMap((distribution) =>
    (["complex", "real"] as const).map((type) => of("noise-source", { type, distribution, amplitude: 2, seed: 77 })),
  ),
  ...(["FM", "FM stereo", "AM"] as const).map((modulation) =>
    of("station-source", { modulation, offset: 50_000, rate: 400_000 }, { most: -85 }),
  ),
];

const OTHERS = [
  ...(["low-pass", "high-pass", "band-pass", "band-stop", "complex band-pass"] as const).map((design) =>
    of("fir-filter", { ...FILTERS, design, window: "kaiser" }),
  ),
  of("fir-filter", { ...FILTERS, type: "real", decimation: 3, gain: 2 }),
  of("fir-filter", { design: "taps", taps: [1, [0.5, -1], 2], type: "real" }),
  of("fir-filter", { design: "taps", taps: [1, 10, 100, 1000], interpolation: 3 }),
  of("fir-filter", { design: "taps", taps: [1, [2, 3], 4, 5, 6], interpolation: 2, decimation: 5 }),
  of("fft-filter", { ...FILTERS, decimation: 2, window: "blackman" }),
  of("fft-filter", { design: "low-pass", cutoff: 3000, transition: 500, type: "real" }, { hz: 48_000 }),
  of("iir-filter", { cutoff: 0.1 }),
  of("iir-filter", { cutoff: 0.1, upper: 0.2, design: "elliptic", band: "bandpass", order: 2, type: "real" }),
  of("iir-filter", { design: "coefficients", forward: [1, 0.5, 0.2, 0.1], backward: [2, -1, 0.5, 0.25, 0.1] }),
  of("iir-filter", { design: "coefficients", forward: [0, 1], backward: [1, -0.5, 0.3], type: "real" }),
  of("one-pole", { alpha: 0.03 }),
  of("one-pole", { alpha: 1, type: "complex" }),
  of("de-emphasis", { timeConstant: 75 }, { hz: 48_000 }),
  of("dc-blocker", { length: 8 }),
  of("dc-blocker", { length: 101, form: "short", type: "real" }),
  of("moving-average", { length: 10 }),
  of("moving-average", { length: 500, scale: 0.002, type: "complex" }),
  of("rational-resampler"),
  of("rational-resampler", { interpolation: 99, decimation: 448, design: "fewest products", type: "real" }),
  of("rational-resampler", { interpolation: 3, decimation: 2, design: "taps", taps: [1, [2, 1], 3, 4, 5] }),
  of("rational-resampler", { interpolation: 4, decimation: 6, design: "taps", taps: [1, 2, 3, 2, 1, 4, -1] }),
  of("rational-resampler", { interpolation: 2, decimation: 4, type: "real", phase: "full filter" }),
  of("stream-to-vector", { length: 12 }),
  of("vector-to-stream", { length: 12, type: "bits" }),
  of("fft", { length: 64, window: "hann", shift: "yes" }),
  of("fft", { length: 15, window: "blackman", direction: "inverse", shift: "yes" }),
  of("fft", { length: 49, direction: "inverse", scale: "1/N" }),
  of("window", { length: 24, window: "flattop" }),
  of("window", { length: 25, window: "blackman", type: "real" }),
  of("quadrature-demodulator", { gain: 3 }),
  of("am-demodulator", { lowest: 100 }, { hz: 8000 }),
  of("stereo-decoder", { decimation: 4 }, { hz: 190_000 }),
];

/** The seed of the run: it is printed at its beginning. */
const random = testRandom(Number(process.env.THREERAY_SEED));

/** Fresh items that float32 represents exactly. */
function itemsOf(type: string, count: number): unknown[] {
  const noise = Float32Array.from(testNormals(Math.floor(random() * 2 ** 32), 2 * count));
  return Array.from({ length: count }, (_, n) => {
    if (type === "complex") return [noise[2 * n], noise[2 * n + 1]];
    if (type === "integer") return Math.round(1e4 * noise[n]);
    return type === "bits" ? Number(noise[n] > 0) : noise[n];
  });
}

/** Returns a graph of the cases, each behind lists of fresh items. Cases of one sample share their lists. */
function graphOf(cases: readonly Case[], isShared: boolean): Graph {
  const blocks: Graph["blocks"][number][] = [];
  const connections: Graph["connections"][number][] = [];
  const feeds = new Map<string, string>();
  const add = (id: string, type: string, parameters: Parameters) =>
    void blocks.push({ id, type, parameters, position: [0, 0] });
  for (const [i, { type, parameters, hz = 0 }] of cases.entries()) {
    const id = `b${i}`;
    add(id, type, parameters);
    const ports = BLOCKS[type].ports({ ...BLOCKS[type].defaults, ...parameters } as never);
    for (const { name, type: kind, vector = 1 } of ports.inputs) {
      const key = isShared ? [kind, name].join() : [i, name].join();
      if (!feeds.has(key)) {
        feeds.set(key, `x${feeds.size}`);
        const items = itemsOf(kind, vector * Math.ceil(1200 / vector + 7));
        add(feeds.get(key) as string, "list-source", { type: kind, items, vector, rate: isShared ? 48_000 : hz });
      }
      connections.push({ from: [feeds.get(key) as string, "out"], to: [id, name] });
    }
    for (const { name, type: kind, vector = 1 } of ports.outputs) {
      add(`${id}-${name}`, "file-sink", { type: kind, vector });
      connections.push({ from: [id, name], to: [`${id}-${name}`, "in"] });
    }
  }
  return { format: "threeray flow", version: 1, variables: [], blocks, connections };
}

/** Items in all, for every page size. */
const TOTAL = 4000;

async function outputsOf(graph: Graph, page: number) {
  const checked = checkGraph(graph, CATALOGUE);
  expect(checked.problems).toEqual([]);
  return { checked, found: await sinkItems(checked, { page, pages: Math.ceil(TOTAL / page) }) };
}

describe.each([
  ["blocks of one sample", SAMPLES, true],
  ["made signals", SOURCES, false],
  ["other blocks", OTHERS, false],
] as const)("%s", (_, cases, isShared) => {
  let graph: Graph;
  const runs: { page: number; found: Map<string, number[]> }[] = [];
  let expected: Readonly<Record<string, Float64Array>>;
  beforeAll(async () => {
    graph = graphOf(cases, isShared);
    for (const page of [2048, 333]) {
      const { checked, found } = await outputsOf(graph, page);
      runs.push({ page, found });
      expected ??= runFloat64(checked, CATALOGUE, { items: TOTAL });
    }
  }, 300_000);

  it.each(cases.map((one, i) => [`${one.type} ${JSON.stringify(one.parameters)}`, i] as const))("%s", (_name, i) => {
    const { type, parameters, most = -100 } = cases[i];
    const ports = BLOCKS[type].ports({ ...BLOCKS[type].defaults, ...parameters } as never);
    for (const { name } of ports.outputs) {
      const values = expected[`b${i}.${name}`];
      const [long, short] = runs.map(({ found }) => found.get(`b${i}-${name}`) ?? []);
      const length = Math.min(values.length, long.length, short.length);
      expect(length).toBeGreaterThan(20);
      expect(errorDb(long.slice(0, length), values.slice(0, length))).toBeLessThan(most);
      expect(errorDb(short.slice(0, length), long.slice(0, length))).toBeLessThan(most);
    }
  });
});
