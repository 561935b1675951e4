import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../blocks/catalogue.testing.ts";
import type { Recording } from "../capture/recording.ts";
import type { Ports } from "../flow/graph/block-type.ts";
import { checkGraph } from "../flow/graph/check-graph.ts";
import { testGraph } from "../flow/graph/graph.testing.ts";
import { keptFacts, wavNotes } from "./kept-facts.ts";

const metadata = { "core:author": "Ann", "core:hw": "HackRF", "core:license": "CC0" };

/** A recording of 10,000 samples at 1 MS/s. */
const recording = {
  title: "air",
  sampleRate: 1e6,
  samples: 10_000,
  metadata,
  captures: [{ start: 0, count: 10_000, centerFrequency: 100e6, datetime: "2026-01-02T03:04:05Z", metadata: {} }],
  annotations: [
    { start: 1000, count: 500, label: "burst", edges: [99.9e6, 100.1e6], metadata: {} },
    { start: 9995, count: 5, label: "end", metadata: {} },
  ],
} as unknown as Recording;

type Blocks = Parameters<typeof testGraph>[0];

/** What the sink behind blocks in a row keeps of `samples` samples. */
function behind(row: Blocks, samples: number, source: object = {}, more: Blocks = {}, wires: readonly string[] = []) {
  const ids = ["air", ...Object.keys(row), "out"];
  const type = Object.values(row).some(([name]) => name === "quadrature-demodulator") ? "real" : "complex";
  const blocks: Blocks = {
    air: ["recording-source", { rate: 1e6, ...source }],
    ...row,
    ...more,
    out: ["file-sink", { type }],
  };
  const ports = (id: string) =>
    (CATALOGUE.types[blocks[id][0]].ports as (given: object) => Ports)({
      ...CATALOGUE.types[blocks[id][0]].defaults,
      ...blocks[id][1],
    }).inputs;
  const lines = ids.slice(1).map((id, i) => `${ids[i]}.out ${id}.${ports(id)[0].name}`);
  const checked = checkGraph(testGraph(blocks, [...lines, ...wires]), CATALOGUE);
  expect(checked.problems).toEqual([]);
  return keptFacts(checked, "out", samples, (id) => (id === "air" ? recording : undefined));
}

const [capture] = recording.captures;
const [burst, end] = recording.annotations;

describe("graphs/kept-facts", () => {
  it("keeps all of a recording behind filters, at the places of its samples", () => {
    const plain = behind({}, 10_000);
    expect(plain.notes).toEqual([]);
    expect(plain.facts).toMatchObject({ metadata, captures: [capture], annotations: [burst, end], sampleRate: 1e6 });
    // 21 symmetric taps delay by 10 samples; one of five remains.
    const taps = Array.from({ length: 21 }, () => 0.05);
    const fir = ["fir-filter", { design: "taps", taps, decimation: 5 }] as const;
    const { facts, notes } = behind({ louder: ["multiply-constant", { constant: 2 }], fir }, 2000);
    expect(facts.captures).toMatchObject([{ start: 0, centerFrequency: 100e6, datetime: capture.datetime }]);
    expect(facts.sampleRate).toBe(200e3);
    expect(facts.annotations).toMatchObject([{ ...burst, start: 202, count: 100 }]);
    expect(notes).toEqual(["1 annotation begins past the end; left out."]);
  });

  it("keeps the part of a recording that the source reads", () => {
    const { facts } = behind({}, 1000, { from: 1000, to: 2000 });
    expect(facts.captures).toMatchObject([{ start: 0, datetime: "2026-01-02T03:04:05.001Z" }]);
    expect(facts.annotations).toMatchObject([{ label: "burst", start: 0, count: 500 }]);
  });

  it.each([
    ["mixer", ["mixer", { frequency: 1000, rate: 0 }]],
    ["fm", ["quadrature-demodulator"]],
  ] as const)("keeps times and labels behind %s, and no frequencies", (id, block) => {
    const { facts, notes } = behind({ [id]: block }, 10_000);
    expect(notes).toEqual([`The file keeps no frequencies of “air”: ${id} changes them.`]);
    expect(facts.metadata).toEqual(metadata);
    expect(facts.captures).toEqual([{ ...capture, centerFrequency: undefined }]);
    expect(facts.annotations).toMatchObject([{ label: "burst", count: 500 }, { label: "end" }]);
    expect(JSON.stringify(facts.annotations)).not.toContain("edges");
  });

  it.each([
    ["behind sync samples have other places", { sync: ["symbol-synchronizer"] }, {}],
    ["air repeats it", {}, { loop: "on" }],
  ] as const)("keeps only the metadata where %s", (why, row, source) => {
    const { facts, notes } = behind(row, 100, source);
    expect(facts).toEqual({ metadata });
    expect(notes).toEqual([`The file keeps no times, frequencies and annotations of “air”: ${why}.`]);
  });

  it("says what a WAV file does not hold", () => {
    const [note, ...others] = wavNotes(behind({ gain: ["multiply-constant"] }, 10_000));
    expect(others).toEqual([]);
    expect(note).toMatch(
      /^A WAV file of a graph does not hold the centre frequency, the time, 2 annotations, .*core:author/,
    );
    expect(wavNotes({ facts: {}, notes: [] })).toEqual([]);
  });

  it("keeps nothing of one recording in a sum with another source, and only the metadata over paths of different delays", () => {
    const tone = { tone: ["signal-source", { rate: 1e6 }] } as const;
    const mixed = behind({ sum: ["add"] }, 100, {}, tone, ["tone.out sum.b"]);
    expect(mixed).toEqual({
      facts: {},
      notes: ["The file keeps no metadata of “air”: its samples come from air and tone."],
    });
    const late = { late: ["delay", { items: 7 }] } as const;
    const echo = behind({ sum: ["add"] }, 100, {}, late, ["air.out late.in", "late.out sum.b"]);
    expect(echo.facts).toEqual({ metadata });
    expect(echo.notes[0]).toContain("over paths of different delays");
  });
});
