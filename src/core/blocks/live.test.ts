import { describe, expect, it } from "vitest";
import { leftTone, separation } from "../analog/stereo.testing.ts";
import { checkGraph } from "../flow/graph/check-graph.ts";
import { runFloat64 } from "../flow/run/run-graph.reference.ts";
import { runGraph } from "../flow/run/run-graph.ts";
import { testGraph } from "../flow/graph/graph.testing.ts";
import { errorDb, testGpu } from "../gpu/testing.ts";
import { CATALOGUE } from "./catalogue.testing.ts";
import { inFloat64 } from "./testing.ts";

type Blocks = Parameters<typeof testGraph>[0];

const open = () => Promise.reject(new Error("no sources to open"));

/** Runs a graph, and returns the items of each file sink page by page. @param between Runs after each page. */
async function pagesOf(
  blocks: Blocks,
  connections: readonly string[],
  { page, pages }: { page: number; pages?: number },
  between: (set: (block: string, parameters: object) => void, done: number) => void = () => {},
) {
  const checked = checkGraph(testGraph(blocks, connections), CATALOGUE);
  expect(checked.problems).toEqual([]);
  const run = runGraph(await testGpu(), checked, { page, pages, open });
  const found: Record<string, number[][]> = {};
  let done = 0;
  for await (const { reports } of run.steps) {
    for (const { block, report } of reports) {
      if (report.kind === "items") (found[block] ??= []).push([...report.items]);
    }
    between((block, parameters) => run.set(block, parameters), ++done);
  }
  return { checked, found };
}

const REAL = { type: "real" };

describe("blocks that end a run", () => {
  it("passes the first items only", async () => {
    const { found } = await pagesOf(
      { x: ["signal-source", REAL], few: ["head", { ...REAL, items: 1234 }], end: ["file-sink", REAL] },
      ["x.out few.in", "few.out end.in"],
      { page: 500 },
    );
    expect(found.end.map(({ length }) => length)).toEqual([500, 500, 234]);
  });

  it("ends with its list", async () => {
    const items = Array.from({ length: 300 }, (_, n) => n);
    const { found } = await pagesOf(
      { x: ["list-source", { ...REAL, items, repeats: "no" }], end: ["file-sink", REAL] },
      ["x.out end.in"],
      { page: 128 },
    );
    expect(found.end.flat()).toEqual(items);
  });
});

describe("blocks that change nothing", () => {
  it("hands the samples on where they are, without a kernel", async () => {
    const blocks: Blocks = {
      x: ["list-source", { ...REAL, items: [1, 2, 3, 4, 5] }],
      vectors: ["stream-to-vector", { ...REAL, length: 4 }],
      few: ["head", { ...REAL, vector: 4, items: 6 }],
      stream: ["vector-to-stream", { ...REAL, length: 4 }],
      late: ["delay", { ...REAL, items: 1 }],
      end: ["file-sink", REAL],
      other: ["file-sink", { ...REAL, vector: 4 }],
    };
    const connections = ["x.out vectors.in", "vectors.out few.in", "few.out stream.in", "stream.out late.in"];
    const graph = testGraph(blocks, [...connections, "late.out end.in", "vectors.out other.in"]);
    const checked = checkGraph(graph, CATALOGUE);
    expect(checked.problems).toEqual([]);
    const items: Record<string, number[]> = { end: [], other: [] };
    const options = { page: 8, open, timed: true, isFused: false };
    for await (const { reports, times = [] } of runGraph(await testGpu(), checked, options).steps) {
      expect(times.flatMap((time) => time.blocks)).toEqual(["x", "late"]);
      for (const { block, report } of reports) if (report.kind === "items") items[block].push(...report.items);
    }
    const list = Array.from({ length: 24 }, (_, n) => 1 + (n % 5));
    expect(items.other).toEqual(list);
    expect(items.end).toEqual([0, ...list.slice(0, -1)]);
  });
});

describe("blocks on a cycle", () => {
  it("computes feedback through a delay: an echo", async () => {
    const blocks: Blocks = {
      x: ["noise-source", REAL],
      sum: ["add", REAL],
      late: ["delay", { ...REAL, items: 37 }],
      weak: ["multiply-constant", { ...REAL, constant: 0.5 }],
      end: ["file-sink", REAL],
    };
    const { checked, found } = await pagesOf(
      blocks,
      ["x.out sum.a", "weak.out sum.b", "sum.out late.in", "late.out weak.in", "sum.out end.in"],
      { page: 1000, pages: 8 },
    );
    const { "sum.out": expected } = runFloat64(checked, CATALOGUE, { items: 296 });
    const echo = found.end.flat();
    expect(echo).toHaveLength(8 * 37);
    expect(errorDb(echo, expected.slice(0, echo.length))).toBeLessThan(-120);
  });
});

describe("blocks that change while they run", () => {
  it("takes new values from a later page on, and keeps phases continuous", async () => {
    const page = 256;
    const { found } = await pagesOf(
      {
        tone: ["signal-source", { rate: 1, frequency: 0.01 }],
        mixer: ["mixer", { frequency: 0.005 }],
        demodulated: ["quadrature-demodulator", {}],
        gain: ["agc", {}],
        sound: ["signal-source", { ...REAL, rate: 1, frequency: 0, amplitude: 1 }],
        modulated: ["frequency-modulator", { sensitivity: 0.25 }],
        frequency: ["quadrature-demodulator", {}],
        "a-end": ["file-sink", REAL],
        "b-end": ["file-sink", {}],
        "c-end": ["file-sink", REAL],
        "d-end": ["file-sink", {}],
      },
      [
        "tone.out mixer.in",
        "mixer.out demodulated.in",
        "demodulated.out a-end.in",
        "mixer.out gain.in",
        "gain.out b-end.in",
        "sound.out modulated.in",
        "modulated.out frequency.in",
        "frequency.out c-end.in",
        "mixer.out d-end.in",
      ],
      { page, pages: 8 },
      (set, done) => {
        if (done !== 1) return;
        set("tone", { frequency: 0.02, amplitude: 2 });
        set("mixer", { frequency: -0.01 });
        set("demodulated", { gain: 10 });
        set("gain", { reference: 3 });
        set("modulated", { sensitivity: 0.5 });
      },
    );
    const turn = 2 * Math.PI;
    const near = (values: readonly number[], expected: number) => {
      for (const value of values) expect(value).toBeCloseTo(expected, 4);
    };
    const [a, b, c, d] = ["a-end", "b-end", "c-end", "d-end"].map((id) => found[id]);
    near(a[0].slice(1), 0.005 * turn);
    near(a[7], 10 * 0.03 * turn);
    near(c[0].slice(1), 0.25);
    near(c[7], 0.5);
    const magnitudes = (pairs: readonly number[]) =>
      Array.from({ length: pairs.length / 2 }, (_, n) => Math.hypot(pairs[2 * n], pairs[2 * n + 1]));
    near(magnitudes(b[0]), 1);
    near(magnitudes(d[0]), 1);
    near(magnitudes(d[7]), 2);
    expect(magnitudes(b[7])[200]).toBeGreaterThan(2.9);
    // From page to page no step is larger than the larger frequency's.
    const steps = a.flat().slice(1);
    for (const step of steps) expect(step).toBeLessThan(10 * 0.03 * turn + 1e-3);
  });
});

describe("filters that change while they run", () => {
  it("computes with the new taps from a later page on, by every method", async () => {
    const design = { transition: 0.05, window: "blackman", cutoff: 0.2 };
    const filters: Blocks = {
      direct: ["fir-filter", design],
      decimating: ["fir-filter", { ...design, decimation: 2 }],
      polyphase: ["fir-filter", { ...design, interpolation: 3, gain: 3 }],
      transforms: ["fft-filter", design],
      mean: ["moving-average", { type: "complex", length: 4, scale: 0.25 }],
    };
    const ids = Object.keys(filters);
    const { found } = await pagesOf(
      {
        tone: ["signal-source", { rate: 1, frequency: 0.15 }],
        ...filters,
        ...Object.fromEntries(ids.map((id) => [`${id}-end`, ["file-sink", {}] as const])),
      },
      ids.flatMap((id) => [`tone.out ${id}.in`, `${id}.out ${id}-end.in`]),
      { page: 900, pages: 8 },
      (set, done) => {
        if (done === 1) for (const id of ids) set(id, id === "mean" ? { scale: 1 } : { cutoff: 0.1, gain: 1 });
      },
    );
    // The last magnitude of a page: the filter has settled.
    const last = (id: string, page: number) => Math.hypot(...found[`${id}-end`][page].slice(-2));
    for (const id of ids.slice(0, 4)) {
      expect(last(id, 0), id).toBeCloseTo(1, 3);
      expect(last(id, 7), id).toBeLessThan(1e-3);
    }
    expect(last("mean", 7) / last("mean", 0)).toBeCloseTo(4, 4);
  });
});

describe("station-source", () => {
  it("gives each tone on its side after FM demodulation and stereo decoding, 40 dB apart", () => {
    const rate = 480_000;
    const station = inFloat64("station-source", { rate, left: 500, right: 1500 }, {}, 48_000).out;
    const gain = rate / (2 * Math.PI * 75_000);
    const multiplex = inFloat64("quadrature-demodulator", { gain }, { in: station }).out;
    const place = { hz: { in: rate }, isOnCycle: false };
    const audio = inFloat64("stereo-decoder", { decimation: 10, deemphasis: 0 }, { in: multiplex }, 0, place).out;
    const level = (side: 0 | 1, frequency: number) => {
      let [re, im] = [0, 0];
      // Whole periods, after the pilot was found and the filters have settled.
      for (let n = 2880; n < 4800; n++) {
        const angle = (2 * Math.PI * frequency * n * 10) / rate;
        re += audio[2 * n + side] * Math.cos(angle);
        im += audio[2 * n + side] * Math.sin(angle);
      }
      return 20 * Math.log10(Math.hypot(re, im) / 960);
    };
    expect(level(0, 500)).toBeCloseTo(20 * Math.log10(0.9), 1);
    expect(level(1, 1500)).toBeCloseTo(20 * Math.log10(0.9), 1);
    expect(level(0, 1500)).toBeLessThan(-40);
    expect(level(1, 500)).toBeLessThan(-40);
  });
});

describe("stereo-decoder", () => {
  it.each([
    [192, 5, {}],
    [200, 5, {}],
    [240, 5, {}],
    [250, 5, {}],
    [384, 8, {}],
    // Every other output of a demodulator at twice the rate.
    [250, 5, { demodulatorRate: 500_000 }, 2],
    [240, 5, { demodulatorRate: 960_000 }, 4],
  ])(
    "separates left from right by 45 dB at %i kS/s, with a decimation of %i and %j",
    (kilo, decimation, given, times = 1) => {
      const rate = 1000 * kilo;
      const gain = (times * rate) / (2 * Math.PI * 75_000);
      const station = leftTone(times * rate, 100 * times * kilo);
      const demodulated = inFloat64("quadrature-demodulator", { gain }, { in: station }).out;
      const multiplex = demodulated.filter((_, n) => n % times === 0);
      const place = { hz: { in: rate }, isOnCycle: false };
      const parameters = { decimation, deemphasis: 0, ...given };
      const { out } = inFloat64("stereo-decoder", parameters, { in: multiplex }, 0, place);
      expect(separation(out, rate / decimation)).toBeGreaterThan(45);
    },
  );

  it("decodes a multiplex that comes from no demodulator", () => {
    const rate = 200_000;
    const multiplex = Array.from({ length: 20_000 }, (_, n) => {
      const [tone, pilot] = [1000, 19_000].map((frequency) => Math.sin((2 * Math.PI * frequency * n) / rate));
      const carrier = Math.sin((2 * Math.PI * 38_000 * n) / rate);
      return 0.1 * pilot + 0.45 * tone * (1 + carrier);
    });
    const place = { hz: { in: rate }, isOnCycle: false };
    const parameters = { decimation: 5, deemphasis: 0, demodulatorRate: 1e12 };
    const { out } = inFloat64("stereo-decoder", parameters, { in: multiplex }, 0, place);
    expect(separation(out, rate / 5)).toBeGreaterThan(60);
  });
});

describe("messages of blocks", () => {
  it.each([
    ["fir-filter", { cutoff: 30_000 }, "between 0 and 24000 Hz, got 30000 Hz"],
    ["fir-filter", { transition: 1 }, "The filter needs 115637 taps, more than 16384"],
    ["fir-filter", { transition: 0 }, "The transition must be above 0"],
    ["fft-filter", { transition: 50 }, "The FFT filter has 2313 taps"],
    ["iir-filter", { design: "coefficients", backward: [1, -2] }, "The filter is unstable"],
    ["iir-filter", { design: "coefficients", backward: [0, 1] }, "The first backward coefficient must not be 0"],
    ["de-emphasis", { timeConstant: 1 }, "must be below half the sample rate, 24000 Hz"],
    ["am-demodulator", { lowest: 50_000 }, "The lowest frequency must be below half the sample rate, 24000 Hz"],
    ["stereo-decoder", {}, "The multiplex must have 106001 to 950000 samples/s, got 48000"],
  ])("%s %j: %s", (type, parameters, message) => {
    const kind = type === "stereo-decoder" ? "real" : "complex";
    const real = type === "am-demodulator" ? "complex" : kind;
    const given = "type" in (CATALOGUE.types[type].fields as object) ? { type: "complex", ...parameters } : parameters;
    const graph = testGraph({ x: ["signal-source", { type: real }], block: [type, given] }, ["x.out block.in"]);
    expect(checkGraph(graph, CATALOGUE).problems).toEqual([
      expect.objectContaining({ block: "block", message: expect.stringContaining(message) }),
    ]);
  });

  it.each([
    [{ type: "bits", items: [0, 2] }, "Items of this type must be 0 or 1, got 2"],
    [{ type: "integer", items: [0.5] }, "Items of this type must be 32-bit integers, got 0.5"],
    [{ type: "real", items: [[1, 2]] }, "Items of this type must be numbers, got [1,2]"],
    [{ items: [1, 2, 3], vector: 2 }, "The list must hold whole vectors of 2 elements, got 3"],
  ])("list-source %j: %s", (parameters, message) => {
    const graph = testGraph({ block: ["list-source", parameters] }, []);
    expect(checkGraph(graph, CATALOGUE).problems).toEqual([
      expect.objectContaining({ block: "block", message: expect.stringContaining(message) }),
    ]);
  });
});
