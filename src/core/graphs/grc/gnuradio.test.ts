import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { CATALOGUE } from "../../blocks/catalogue.testing.ts";
import { checkGraph } from "../../flow/graph/check-graph.ts";
import type { CheckedGraph } from "../../flow/graph/checked-graph.ts";
import type { Connection, Graph, GraphBlock } from "../../flow/graph/graph.ts";
import { runGraph } from "../../flow/run/run-graph.ts";
import type { Source } from "../../flow/run/source.ts";
import { testGpu, testRandom } from "../../gpu/testing.ts";
import { PRESETS } from "../presets/registry.ts";
import { DEFINITIONS } from "./mapping.ts";
import { exportGrc } from "./export.ts";
import { GNU_RADIO } from "./testing.ts";

const folder = mkdtempSync(join(tmpdir(), "threeray-gnuradio-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Complex samples that the graphs get: FM, with noise, of changing amplitude. */
const SAMPLES = 24_000;
const random = testRandom(1);
let turn = 0;
const input = Float32Array.from({ length: SAMPLES }, (_, n) => {
  turn += 0.4 * Math.sin(0.01 * n) + 0.1 * (random() - 0.5);
  return turn;
}).reduce(
  (pairs, phase, n) => {
    const amplitude = 1 + 0.3 * Math.sin(0.0013 * n);
    pairs.set([amplitude * Math.cos(phase), amplitude * Math.sin(phase)], 2 * n);
    return pairs;
  },
  new Float32Array(2 * SAMPLES),
);

/** Returns the part of a preset between two blocks, with a file before it and a file behind it. */
function between(name: string, first: string, last: string, out: string, rate: number, isReal = false): Graph {
  const preset = PRESETS.find((preset) => preset.name === name)?.graph;
  if (!preset) throw new Error(`no preset ${name}`);
  const { blocks, connections } = preset;
  const kept = new Set([first]);
  for (let before = 0; before !== kept.size;) {
    before = kept.size;
    for (const { from, to } of connections) if (kept.has(from[0]) && from[0] !== last) kept.add(to[0]);
  }
  const sinks = blocks.filter(({ type }) => type.endsWith("-sink")).map(({ id }) => id);
  for (const sink of sinks) kept.delete(sink);
  const inside = connections.filter(({ from, to }) => kept.has(from[0]) && kept.has(to[0]));
  const file = (id: string, type: string, parameters: object): GraphBlock => ({
    id,
    type,
    parameters: { ...parameters },
    position: [0, 0],
  });
  return {
    ...preset,
    title: `peer_${out}`,
    // Sliders would need a window.
    variables: preset.variables.map(({ name, value }) => ({ name, value })),
    blocks: [
      file("source", "recording-source", { name: join(folder, "in.cf32"), rate }),
      ...blocks.filter(({ id }) => kept.has(id)),
      file("sink", "file-sink", { type: isReal ? "real" : "complex", format: "raw", name: join(folder, out) }),
    ],
    connections: [
      { from: ["source", "out"], to: [first, "in"] } satisfies Connection,
      ...inside,
      { from: [last, "out"], to: ["sink", "in"] },
    ],
  };
}

/** A rational resampler is in no preset. */
function resampled(): Graph {
  const graph = between("benchmark-fir-64", "work", "work", "resampler", 48_000);
  const blocks = graph.blocks.map((block) =>
    block.id === "work"
      ? { ...block, type: "rational-resampler", parameters: { interpolation: 3, decimation: 4 } }
      : block,
  );
  return { ...graph, blocks };
}

/** Returns a text of a number in one form: Python reads ".99" as a number. */
const plain = (text: string) => (text.trim() !== "" && Number.isFinite(Number(text)) ? String(Number(text)) : text);

/** The signal has a modulus of about 1. Its equalizer is written with an algorithm and a constellation. */
function equalized(): Graph {
  const graph = between("benchmark-fir-64", "work", "work", "equalizer", 48_000);
  const parameters = { rule: "CMA", modulus: 1, errorLimit: 1, step: 0.002, forwardTaps: 9, samplesPerSymbol: 2 };
  const blocks = graph.blocks.map((block) =>
    block.id === "work" ? { ...block, type: "adaptive-equalizer", parameters } : block,
  );
  return { ...graph, blocks };
}

/** Taps of the resampler's default filter, per output sample. */
const RESAMPLER_TAPS = 44;

/** A graph, and samples at the beginning that GNU Radio skips. */
type Peer = readonly [name: string, graph: Graph, skipped?: number];

const GRAPHS: readonly Peer[] = [
  ["FIR filter, 64 taps", between("benchmark-fir-64", "work", "work", "fir", 48_000)],
  ["FFT filter, 512 taps", between("benchmark-fft-filter-512", "work", "work", "fft", 48_000)],
  ["IIR filter, 4 taps", between("benchmark-iir-4", "work", "work", "iir", 48_000)],
  [
    "FM receiver from the channel filter to the audio filter",
    between("fm-receiver", "channel", "audio", "fm", 960_000, true),
  ],
  // GNU Radio's resampler has no zeros before the signal: it begins with the first sample that its filter covers.
  ["rational resampler 3/4", resampled(), RESAMPLER_TAPS - 1],
  ["adaptive equalizer, CMA", equalized()],
];

const outOf = ({ blocks }: Graph) => String(blocks.find(({ id }) => id === "sink")?.parameters.name);

async function here(checked: CheckedGraph, skipped: number): Promise<Float32Array> {
  const gpu = await testGpu();
  let sent = false;
  const source: Source = {
    port: "complex",
    read: async () => (sent ? undefined : ((sent = true), { items: input.slice(2 * skipped), tags: [], dropped: 0 })),
    close() {},
  };
  const parts: number[] = [];
  for await (const { reports } of runGraph(gpu, checked, { page: 2 ** 13, open: async () => source }).steps) {
    for (const { report } of reports) if (report.kind === "items") parts.push(...report.items);
  }
  return Float32Array.from(parts);
}

if (!GNU_RADIO) process.stderr.write("GNU Radio 3.10 is not installed: the comparison with it is skipped.\n");

const DEFINED = "/usr/share/gnuradio/grc/blocks";

describe.skipIf(!GNU_RADIO)("graphs/grc, with GNU Radio as peer", () => {
  it("has GNU Radio's parameters and defaults", () => {
    interface Parameter {
      id: string;
      dtype?: string;
      default?: unknown;
      options?: string[];
    }
    const files = readdirSync(DEFINED).flatMap((file) => {
      const path = join(DEFINED, file);
      const id = file.endsWith(".block.yml") ? /^id: *(\S+)/m.exec(readFileSync(path, "utf8"))?.[1] : undefined;
      return id !== undefined && Object.hasOwn(DEFINITIONS, id) ? [path] : [];
    });
    const script =
      "import json, sys, yaml\nprint(json.dumps([yaml.safe_load(open(path)) for path in json.load(sys.stdin)]))";
    const printed = execFileSync(GNU_RADIO as string, ["-c", script], {
      input: JSON.stringify(files),
      encoding: "utf8",
    });
    const blocks = JSON.parse(printed) as { id: string; parameters?: Parameter[] }[];
    // Numbered parameters of figures are a pattern.
    const found = blocks.map(({ id, parameters = [] }) => {
      return [id, parameters.filter(({ id: name }) => !(id.startsWith("qtgui_") && /\d$/.test(name)))] as const;
    });
    expect(found.length).toBeGreaterThan(80);
    for (const [id, parameters] of found) {
      const defaults = parameters.map(({ id: name, default: value, dtype, options }) => [
        name,
        plain(String(value ?? (dtype === "enum" ? (options?.[0] ?? "") : ""))),
      ]);
      const ours = Object.entries(DEFINITIONS[id]).map(([name, text]) => [name, plain(text)]);
      expect(Object.fromEntries(ours), id).toEqual(Object.fromEntries(defaults));
    }
  });

  it("gives GNU Radio's samples for six graphs, within 1e-5 of the largest", async () => {
    writeFileSync(join(folder, "in.cf32"), new Uint8Array(input.buffer));
    const files: string[] = [];
    const checked: CheckedGraph[] = [];
    for (const [name, graph] of GRAPHS) {
      const check = checkGraph(graph, CATALOGUE);
      expect(check.problems, name).toEqual([]);
      checked.push(check);
      const hz = Object.fromEntries(check.edges.flatMap(({ to, hz }) => (hz === undefined ? [] : [[to[0], hz]])));
      const { text, notes } = await exportGrc(graph, hz);
      // GNU Radio's file source has no rate.
      expect(notes, name).toEqual(["The file leaves out parameters of source (Recording): rate."]);
      files.push(join(folder, `${graph.title}.grc`));
      writeFileSync(files.at(-1) as string, text);
    }
    execFileSync(GNU_RADIO as string, ["/usr/bin/grcc", "-o", folder, ...files], { stdio: "pipe" });
    const titles = GRAPHS.map(([, { title }]) => title);
    const script = `import sys; sys.path.insert(0, ${JSON.stringify(folder)})\nfor name in ${JSON.stringify(titles)}:\n    tb = getattr(__import__(name), name)()\n    tb.run()\n    tb = None`;
    execFileSync(GNU_RADIO as string, ["-c", script], { stdio: "pipe" });
    for (const [i, [name, graph, skipped = 0]] of GRAPHS.entries()) {
      const theirs = new Float32Array(new Uint8Array(readFileSync(outOf(graph))).buffer);
      const ours = await here(checked[i], skipped);
      const count = Math.min(ours.length, theirs.length);
      const largest = theirs.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      let error = 0;
      // What GNU Radio skips is still in its filter.
      for (let n = 2 * skipped; n < count; n++) error = Math.max(error, Math.abs(ours[n] - theirs[n]));
      expect(count, name).toBeGreaterThan(1000);
      expect(error / largest, name).toBeLessThan(1e-5);
    }
  }, 120_000);
});
