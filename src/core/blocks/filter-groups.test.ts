import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { BlockFactory } from "../flow/build/block-factory.ts";
import { buildGraph } from "../flow/build/build-graph.ts";
import { checkGraph } from "../flow/graph/check-graph.ts";
import { sinkItems, testGraph } from "../flow/graph/graph.testing.ts";
import { runFloat64 } from "../flow/run/run-graph.reference.ts";
import { runGraph } from "../flow/run/run-graph.ts";
import { poolOf } from "../gpu/pool.ts";
import { errorDb, testDevice, testGpu, testNormals } from "../gpu/testing.ts";
import { CATALOGUE } from "./catalogue.testing.ts";
import { BLOCKS } from "./registry.ts";

type Blocks = Parameters<typeof testGraph>[0];

function check(blocks: Blocks, connections: readonly string[]) {
  const checked = checkGraph(testGraph(blocks, connections), CATALOGUE);
  expect(checked.problems).toEqual([]);
  return checked;
}

const taps = (count: number) => [...testNormals(count, count)].map((tap) => tap / count);

/** All frequencies, in any page. */
const CHIRP = { rate: 0, from: -0.45, to: 0.45, duration: 97 };

/** A filter with a chain before it that depends on the place, and one behind it with another input. */
function between(filter: readonly [string, object], { gives = "complex", rate = 1 } = {}) {
  const real = gives === "real";
  const blocks: Blocks = {
    x: ["chirp-source", CHIRP],
    mixer: ["mixer", { frequency: 0.123 }],
    ...(real && { magnitude: ["magnitude", { power: 2 }] }),
    filter: filter as [string, Record<string, unknown>],
    gain: ["multiply-constant", { type: gives, constant: 0.75 }],
    other: ["signal-source", { type: gives, rate: 0, frequency: 0.01 / rate }],
    sum: ["add", { type: gives }],
    end: ["file-sink", { type: gives }],
  };
  const before = ["x.out mixer.in", ...(real ? ["mixer.out magnitude.in", "magnitude.out"] : ["mixer.out"])].join(" ");
  const connections = `${before} filter.in filter.out gain.in gain.out sum.a other.out sum.b sum.out end.in`.split(" ");
  return check(
    blocks,
    connections.flatMap((end, i) => (i % 2 ? [] : [`${end} ${connections[i + 1]}`])),
  );
}

describe("filters with blocks of one sample before and behind them", () => {
  it.each([
    ["of one tap", ["fir-filter", { taps: [0.5] }], {}],
    ["with taps", ["fir-filter", { taps: taps(60) }], {}],
    ["with complex taps", ["fir-filter", { taps: taps(64).map((tap, i) => [tap, i / 64]) }], {}],
    ["that decimates", ["fir-filter", { taps: taps(131), decimation: 3 }], { rate: 1 / 3 }],
    ["that takes few of its samples", ["fir-filter", { taps: taps(5), decimation: 16 }], { rate: 1 / 16 }],
    ["that interpolates", ["fir-filter", { taps: taps(40), interpolation: 3, decimation: 2 }], { rate: 1.5 }],
    ["of real samples", ["fir-filter", { type: "real", taps: taps(33) }], { gives: "real" }],
    ["by transforms", ["fft-filter", { taps: taps(150) }], {}],
    ["by transforms, of real samples", ["fft-filter", { type: "real", taps: taps(40) }], { gives: "real" }],
    ["of a mean", ["moving-average", { type: "complex", length: 7, scale: 0.2 }], {}],
    [
      "of two stages",
      ["rational-resampler", { interpolation: 3, decimation: 20, design: "fewest products" }],
      { rate: 3 / 20 },
    ],
  ] as const)("become one kernel with a filter %s, for every page size", async (_, [type, parameters], sizes) => {
    const design = type === "fir-filter" || type === "fft-filter" ? { design: "taps" } : {};
    const checked = between([type, { ...design, ...parameters }], sizes);
    expect(checked.groups.map((group) => [...group].toSorted())).toEqual([
      checked.blocks
        .map(({ id }) => id)
        .filter((id) => id !== "end")
        .toSorted(),
    ]);
    const exact = runFloat64(checked, CATALOGUE, { items: 900 })["sum.out"];
    for (const [page, pages, isFused] of [
      [48, 16, true],
      [200, 4, true],
      [1000, 1, false],
    ] as const) {
      const items = (await sinkItems(checked, { page, pages, isFused })).get("end") ?? [];
      const common = Math.min(items.length, exact.length);
      expect(common).toBeGreaterThan(30);
      expect(errorDb(items.slice(0, common), exact.slice(0, common))).toBeLessThan(-105);
    }
  });

  it("gives the same samples where a resampler computes a product of matrices", async () => {
    const checked = between(["rational-resampler", { interpolation: 3, decimation: 4 }], { rate: 0.75 });
    const runs = [true, false].map((isFused) => sinkItems(checked, { page: 60_000, pages: 2, isFused }));
    const [fused, unfused] = (await Promise.all(runs)).map((run) => run.get("end") ?? []);
    expect(fused.length).toBe(unfused.length);
    expect(errorDb(fused, unfused)).toBeLessThan(-120);
  });

  const line = (between: Blocks, connections: readonly string[], extra: Blocks = {}) =>
    check({ x: ["pipe-source", { rate: 1 }], ...between, ...extra, end: ["null-sink", {}] }, connections);

  it("has no buffer between the blocks and the filter", async () => {
    const device = await testDevice();
    const page = 2 ** 16;
    const checked = line(
      {
        gain: ["multiply-constant", {}],
        filter: ["fir-filter", { design: "taps", taps: [1, 2, 3, 4] }],
        add: ["add-constant", {}],
      },
      ["x.out gain.in", "gain.out filter.in", "filter.out add.in", "add.out end.in"],
    );
    expect(checked.groups).toEqual([["gain", "filter", "add"]]);
    const used: number[] = [];
    for (const isFused of [true, false]) {
      const before = poolOf(device).statistics.liveBytes;
      const built = await buildGraph(device, checked, { units: [page], isFused });
      used.push(Math.floor((poolOf(device).statistics.liveBytes - before) / (8 * page)));
      expect(built.stages.map(({ blocks }) => blocks)).toEqual(
        isFused ? [["gain", "filter", "add"]] : [["gain"], ["filter"], ["add"]],
      );
      built.destroy();
      expect(poolOf(device).statistics.liveBytes).toBe(before);
    }
    // The source and the last block; unfused, also those between.
    expect(used).toEqual([2, 3]);
  });

  it("stays alone where its samples are needed elsewhere, and where it would read each of them often", () => {
    const filter = (count: number) => ["fir-filter", { design: "taps", taps: taps(count) }] as const;
    const path = ["x.out gain.in", "gain.out filter.in", "filter.out add.in", "add.out end.in"];
    const blocks = { gain: ["multiply-constant", {}], filter: filter(9), add: ["add-constant", {}] } as const;
    const probe: Blocks = { probe: ["null-sink", {}] };
    expect(line(blocks, path).groups).toEqual([["gain", "filter", "add"]]);
    expect(line(blocks, [...path, "gain.out probe.in"], probe).groups).toEqual([["filter", "add"]]);
    expect(line(blocks, [...path, "filter.out probe.in"], probe).groups).toEqual([["gain", "filter"]]);
    expect(line({ ...blocks, filter: filter(256) }, path).groups).toEqual([["gain", "filter", "add"]]);
    expect(line({ ...blocks, filter: filter(257) }, path).groups).toEqual([["filter", "add"]]);
    const mixer = ["mixer", {}] as const;
    expect(line({ ...blocks, gain: mixer, filter: filter(64) }, path).groups).toEqual([["gain", "filter", "add"]]);
    expect(line({ ...blocks, gain: mixer, filter: filter(65) }, path).groups).toEqual([["filter", "add"]]);
    const two: Blocks = { ...blocks, second: filter(5) };
    expect(line(two, [...path.slice(0, 3), "add.out second.in", "second.out end.in"]).groups).toEqual([
      ["gain", "filter"],
      ["add", "second"],
    ]);
    const copy: Blocks = {
      gain: ["head", { type: "complex", items: 100 }],
      filter: filter(9),
      add: ["head", { type: "complex", items: 100 }],
    };
    expect(line(copy, path).groups).toEqual([]);
  });

  it("gives as many samples as the signal has, with a short last page", async () => {
    const checked = check(
      {
        x: ["chirp-source", CHIRP],
        few: ["head", { items: 130 }],
        offset: ["add-constant", { constant: 1 }],
        filter: ["fir-filter", { design: "taps", taps: taps(9), decimation: 2 }],
        gain: ["multiply-constant", { constant: 2 }],
        end: ["file-sink", {}],
      },
      ["x.out few.in", "few.out offset.in", "offset.out filter.in", "filter.out gain.in", "gain.out end.in"],
    );
    expect(checked.groups).toEqual([["x", "few", "offset", "filter", "gain"]]);
    const runs = [true, false].map((isFused) => sinkItems(checked, { page: 48, isFused }));
    const [fused, unfused] = (await Promise.all(runs)).map((run) => run.get("end") ?? []);
    expect(fused.length).toBe(130);
    expect(unfused.length).toBe(130);
    expect(errorDb(fused, unfused)).toBeLessThan(-120);
  });

  it("leaves noise to its own kernel, which makes each sample once", () => {
    const blocks: Blocks = {
      x: ["noise-source", {}],
      gain: ["multiply-constant", { constant: 2 }],
      filter: ["fir-filter", { design: "taps", taps: taps(9) }],
      end: ["file-sink", {}],
    };
    const path = ["x.out gain.in", "gain.out filter.in", "filter.out end.in"];
    expect(check(blocks, path).groups).toEqual([["x", "gain"]]);
  });

  it("stays alone before items that wait until a page is full, and works behind them", async () => {
    const checked = check(
      {
        x: ["noise-source", {}],
        timing: ["symbol-synchronizer", { samplesPerSymbol: 4 }],
        gain: ["multiply-constant", { constant: 2 }],
        filter: ["fir-filter", { design: "taps", taps: taps(9) }],
        mixer: ["mixer", { frequency: 0.01 }],
        end: ["file-sink", {}],
      },
      ["x.out timing.in", "timing.out gain.in", "gain.out filter.in", "filter.out mixer.in", "mixer.out end.in"],
    );
    expect(checked.groups).toEqual([["filter", "mixer"]]);
    const options = { page: 500, pages: 5 };
    const runs = [true, false].map((isFused) => sinkItems(checked, { ...options, isFused }));
    const [fused, unfused] = (await Promise.all(runs)).map((run) => run.get("end") ?? []);
    expect(fused.length).toBeGreaterThan(500);
    expect(fused.length).toBe(unfused.length);
    expect(errorDb(fused, unfused)).toBeLessThan(-120);
  });

  it("reads at most eight buffers", () => {
    const names = Array.from({ length: 6 }, (_, i) => `s${i}`);
    const pipes = Object.fromEntries(names.map((name) => [`${name}-x`, ["pipe-source", { rate: 1 }] as const]));
    const sums = (count: number) => {
      const own = names.slice(0, count);
      return line(
        {
          ...Object.fromEntries(own.map((name) => [name, ["add", {}] as const])),
          filter: ["fir-filter", { design: "taps", taps: [1] }],
        },
        [
          ...own.flatMap((name, i) => [`${own[i - 1] ?? "x"}.out ${name}.a`, `${name}-x.out ${name}.b`]),
          `${own[count - 1]}.out filter.in`,
          "filter.out end.in",
        ],
        Object.fromEntries(own.map((name) => [`${name}-x`, pipes[`${name}-x`]])),
      ).groups;
    };
    expect(sums(4)).toEqual([["s0", "s1", "s2", "s3", "filter"]]);
    expect(sums(5)).toEqual([["s0", "s1", "s2", "s3", "s4"]]);
  });
});

describe("parameters of blocks before and behind a filter", () => {
  /** Runs a graph whose parameters change after the second page, and returns the items of its sink. */
  async function changing(blocks: Blocks, page: number, changes: Readonly<Record<string, object>>) {
    const ids = Object.keys(blocks);
    const checked = check(
      blocks,
      ids.slice(1).map((id, i) => `${ids[i]}.out ${id}.in`),
    );
    expect(checked.groups).toEqual([ids.slice(0, -1)]);
    const open = () => Promise.reject(new Error("no sources to open"));
    const work = runGraph(await testGpu(), checked, { page, pages: 40, open });
    const items: number[] = [];
    for await (const { page: done, reports } of work.steps) {
      for (const { report } of reports) if (report.kind === "items") items.push(...report.items);
      if (done === 2) for (const [id, parameters] of Object.entries(changes)) work.set(id, parameters);
    }
    return items;
  }

  it("hold for the samples of their time, also where the page is shorter than the filter", async () => {
    const h = [1, 0.5, 0.25, 0.125, 2];
    const real = { type: "real" };
    const blocks: Blocks = {
      x: ["signal-source", { ...real, waveform: "constant" }],
      gain: ["multiply-constant", { ...real, constant: 1 }],
      filter: ["fir-filter", { ...real, design: "taps", taps: h }],
      offset: ["add-constant", { ...real, constant: 0.5 }],
      end: ["file-sink", real],
    };
    const items = await changing(blocks, 3, { gain: { constant: 16 }, offset: { constant: 1000 } });
    const change = items.findIndex((value) => value > 1000);
    expect(change).toBeGreaterThan(h.length);
    expect(change % 3).toBe(0);
    const expected = items.map((_, n) => {
      const sum = h.reduce((all, tap, k) => all + (n < k ? 0 : tap * (n - k < change ? 1 : 16)), 0);
      return sum + (n < change ? 0.5 : 1000);
    });
    expect(items).toEqual(expected);
  });

  it("keep an oscillator's phase continuous", async () => {
    const blocks: Blocks = {
      x: ["signal-source", { waveform: "constant" }],
      mixer: ["mixer", { frequency: -0.01 * 48_000 }],
      filter: ["fir-filter", { design: "taps", taps: [0, 0, 0, 1] }],
      end: ["file-sink", {}],
    };
    const items = await changing(blocks, 2, { mixer: { frequency: -0.02 * 48_000 } });
    const phases = Array.from({ length: items.length / 2 }, (_, n) => Math.atan2(items[2 * n + 1], items[2 * n]));
    const steps = phases.slice(4).map((phase, i) => ((phase - phases[i + 3]) / (2 * Math.PI) + 1) % 1);
    const change = steps.findIndex((step) => step > 0.015);
    expect(change).toBeGreaterThan(0);
    for (const [i, step] of steps.entries()) expect(step).toBeCloseTo(i < change ? 0.01 : 0.02, 5);
  });
});

it("texts of filters and of blocks of one sample have no name in common", () => {
  const namesOf = (text: string) =>
    [...text.matchAll(/^(?:override|const|alias|struct|fn|@group.*? var<.*?>|var<.*?>) ?(\w+)/gm)].map(
      ([, name]) => name,
    );
  const folder = (name: string) =>
    readdirSync(`shaders/${name}`, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".wgsl"))
      .map((file) => `shaders/${name}/${file}`);
  const files = [
    ...folder("fir"),
    "shaders/resampling/polyphase.wgsl",
    "shaders/resampling/matrix.wgsl",
    "shaders/flow/build/history.wgsl",
    ...folder("fft/lib"),
    ...folder("flow/lib"),
    ...folder("lib").filter((file) => /\/(fours|complex)/.test(file)),
  ];
  const texts = new Set(files.map((file) => readFileSync(file, "utf8")));
  const names = new Set([...texts].flatMap(namesOf));
  expect(names.has("sums") && names.has("staged") && names.has("OUTPUTS")).toBe(true);
  for (const [type, factory] of Object.entries(CATALOGUE.factories) as [keyof typeof BLOCKS, BlockFactory<object>][]) {
    // A decoder works at the rates of its signal only, and is no block of one sample.
    if (type === "signal-decoder") continue;
    const place = { hz: { in: 240_000 }, isOnCycle: false };
    const instance = factory(BLOCKS[type].defaults, place);
    if (instance.kind !== "sample") continue;
    for (const text of instance.wgsl.filter((one) => !texts.has(one))) {
      expect([type, namesOf(text).filter((name) => names.has(name))]).toEqual([type, []]);
    }
  }
});
