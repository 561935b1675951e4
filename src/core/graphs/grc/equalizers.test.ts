import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../blocks/catalogue.testing.ts";
import { checkGraph } from "../../flow/graph/check-graph.ts";
import type { Graph } from "../../flow/graph/graph.ts";
import { exportGrc } from "./export.ts";
import { importGrc } from "./import.ts";
import { type GrcBlocks, grcText, signalsIn } from "./testing.ts";

/** What GNU Radio 3.10.5 gives: scripts/equalizer-vectors.py writes it. Its float32 output has five decimals. */
const vectors: readonly Vector[] = JSON.parse(
  readFileSync(new URL("equalizers.vectors.json", import.meta.url), "utf8"),
);

type Texts = Readonly<Record<string, string>>;

interface Vector {
  name: string;
  constellation: readonly [id: string, parameters: Texts];
  algorithm: Texts;
  equalizer: readonly [id: string, parameters: Texts];
  trainingStart: number;
  input: string;
  output: readonly number[];
}

/** Returns a block as GNU Radio Companion saves it. */
function saved(name: string, id: string, parameters: Texts): string {
  const texts = Object.entries(parameters).map(([key, text]) => `    ${key}: '${text.replaceAll("'", "''")}'\n`);
  const states = "  states:\n    bus_sink: false\n    coordinate: [8, 8]\n    rotation: 0\n    state: enabled\n";
  return `- name: ${name}\n  id: ${id}\n  parameters:\n    affinity: ''\n${texts.join("")}${states}`;
}

/** A file with a list, the equalizer, its algorithm and its constellation. */
function fileOf({ constellation, algorithm, equalizer, input }: Vector): string {
  const [id, parameters] = equalizer;
  const blocks = [
    saved("cons", ...constellation),
    saved("alg", "variable_adaptive_algorithm", { cons: "cons", ...algorithm }),
    saved("s", "blocks_vector_source_x", { type: "complex", vector: input, repeat: "False" }),
    saved("e", id, { ...parameters, alg: "alg", training_start_tag: `'${parameters.training_start_tag}'` }),
  ];
  return `options:\n  parameters: {id: test, title: ''}\nblocks:\n${blocks.join("")}\nconnections:\n- [s, '0', e, '0']\n\nmetadata:\n  file_format: 1\n`;
}

/** Returns a graph with a later training start, and the output of its last block. */
function outputOf(graph: Graph, trainingStart: number, items: number): Float64Array {
  const blocks = graph.blocks.map((block) =>
    block.parameters.training ? { ...block, parameters: { ...block.parameters, trainingStart } } : block,
  );
  return signalsIn({ ...graph, blocks }, items)[`${lastOf(graph)}.out`];
}

/** The id of the block that gives the equalizer's output. */
const lastOf = ({ blocks }: Graph) => (blocks.some(({ id }) => id === "e-multiplied") ? "e-multiplied" : "e");

/** Returns the turn by a multiple of 90° that makes an output equal another one the best. */
function turned(found: Float64Array, expected: readonly number[]): number[] {
  const turns = [0, 1, 2, 3].map((quarter) => {
    const [cos, sin] = [Math.cos((quarter * Math.PI) / 2), Math.sin((quarter * Math.PI) / 2)];
    return expected.map((_, i) => {
      const [re, im] = [found[i - (i % 2)], found[i - (i % 2) + 1]];
      return i % 2 ? sin * re + cos * im : cos * re - sin * im;
    });
  });
  const error = (values: readonly number[]) => values.reduce((sum, value, i) => sum + (value - expected[i]) ** 2, 0);
  return turns.reduce((best, other) => (error(other) < error(best) ? other : best));
}

describe("graphs/grc, equalizers", () => {
  it.each(vectors)("give GNU Radio's output: $name", async (vector) => {
    const { graph, notes } = await importGrc("a.grc", fileOf(vector));
    expect(checkGraph(graph, CATALOGUE).problems).toEqual([]);
    const found = outputOf(graph, vector.trainingStart, 240);
    const isTie = notes.join().includes("its first decision is a tie");
    const values = isTie ? turned(found, vector.output) : found;
    for (const [i, value] of vector.output.entries()) expect(values[i], `number ${i}`).toBeCloseTo(value, 3);
    // The file has no start of the training by number.
    const exported = await exportGrc(graph);
    const again = await importGrc("a.grc", exported.text);
    if (vector.name === "DFE with CMA") {
      expect(exported.notes.join()).toContain("GNU Radio's block takes the first sample of a symbol as the newest");
      return;
    }
    expect(again.graph.blocks.find(({ id }) => id === "e")).toEqual(graph.blocks.find(({ id }) => id === "e"));
    expect(exported.notes.every((note) => note.includes("“training_start”"))).toBe(true);
  });

  const file = (algorithm: Record<string, string>, parameters: Record<string, string>, cons = "qpsk") =>
    grcText({
      gain: ["variable_qtgui_range", { value: "0.01", start: "0", stop: "0.1", step: "0.01" }],
      qpsk: ["variable_constellation", { type: "8psk" }],
      other: ["variable", { value: "qpsk.base()" }],
      no: ["variable", { value: "False" }],
      alg: ["variable_adaptive_algorithm", { cons, type: "lms", step_size: "gain", ...algorithm }],
      e: ["digital_linear_equalizer", { num_taps: "4", sps: "2", alg: "alg", ...parameters }],
    });

  it("follows a slider, and finds objects that variables and calls name", async () => {
    for (const [algorithm, parameters, cons] of [
      [{}, {}, "qpsk"],
      [{}, {}, "other"],
      [{}, { alg: "digital.adaptive_algorithm_lms(other, gain).base()" }, ""],
      [{}, { alg: "digital.adaptive_algorithm_lms(digital.constellation_8psk(), gain)" }, ""],
    ] as const) {
      const { graph } = await importGrc("a.grc", file(algorithm, parameters, cons));
      const { type, parameters: found } = graph.blocks[0];
      expect(type).toBe("adaptive-equalizer");
      expect(found).toMatchObject({ rule: "LMS", constellation: "8-PSK", step: "gain", startTap: -1 });
    }
  });

  it.each<[Record<string, string>, Record<string, string>, string]>([
    [{ type: "rls" }, {}, "stays a placeholder: its algorithm is rls; Threeray reads lms, nlms and cma"],
    [{}, { alg: "nothing" }, "alg is nothing; Threeray reads the name of an Adaptive Algorithm"],
    [{ cons: "nothing" }, {}, "it names no constellation of the file"],
    [{ cons: "digital.constellation_calcdist([0, 1, 2], [], 1, 1)" }, {}, "has 3 points that are none of BPSK"],
    [
      { cons: "digital.constellation_rect([-1-1j, -1+1j, 1+1j, 1-1j], [], 4, 4, 1, 1, 1)" },
      {},
      "the sectors of its constellation do not choose",
    ],
    [{}, { adapt_after_training: "no" }, "it has no training and does not adapt"],
    [{ type: "cma", modulus: "0" }, {}, "its modulus is 0"],
    [{}, { training_sequence: "[1, -1]" }, "trains from its first symbol on; GNU Radio waits for the tag “corr_est”"],
    [{}, { training_sequence: "[1, -1]", training_start_tag: '""' }, "has no training_start_tag, so GNU Radio never"],
    [{}, { training_sequence: "f(1)" }, "has no training, since training_sequence cannot be read"],
    [{ type: "cma" }, { training_sequence: "[1]", adapt_after_training: "False" }, "and stops after its training"],
  ])("says what differs with %j and %j", async (algorithm, parameters, note) => {
    const { notes } = await importGrc("a.grc", file(algorithm, parameters));
    expect(notes.join("\n")).toContain(note);
  });

  // GNU Radio 3.8's recursions: out = Σ tap·in, tap += μ·error·in*, the newest tap starts as 1. Newest samples are last there.
  it.each([
    ["digital_lms_dd_equalizer_cc", { cnst: "cons", mu: "0.02" }],
    ["digital_cma_equalizer_cc", { modulus: "3", mu: "0.01" }],
  ] as const)("gives the output of an older release's %s", async (id, parameters) => {
    const x = Array.from({ length: 60 }, (_, n): [number, number] => [2 * Math.cos(n * n), 1.5 * Math.sin(3 * n + 1)]);
    const text = `[${x.map(([a, b]) => `complex(${a}, ${b})`).join()}]`;
    const blocks: GrcBlocks = {
      cons: ["variable_constellation", { type: "qpsk" }],
      s: ["blocks_vector_source_x", { type: "complex", vector: text, repeat: "False" }],
      e: [id, { ...parameters, num_taps: "3", sps: "2" }],
    };
    const { graph } = await importGrc("a.grc", grcText(blocks, ["s e"]));
    const found = outputOf(graph, 0, 60);
    const taps = [0, 0, 1].map((re) => [re, 0]);
    for (let k = 0; k < 30; k++) {
      const input = [2, 1, 0].map((i) => x[2 * k - i] ?? [0, 0]);
      let [re, im] = [0, 0];
      for (const [i, [a, b]] of taps.entries()) {
        re += a * input[i][0] - b * input[i][1];
        im += a * input[i][1] + b * input[i][0];
      }
      expect(found[2 * k]).toBeCloseTo(re, 9);
      expect(found[2 * k + 1]).toBeCloseTo(im, 9);
      const wide = 3 - re * re - im * im;
      const clip = (value: number) => Math.max(-1, Math.min(1, value));
      // Its QPSK has the points ±√2 ± √2j.
      const error =
        "cnst" in parameters
          ? [Math.SQRT2 * Math.sign(re) - re, Math.SQRT2 * Math.sign(im) - im]
          : [clip(wide * re), clip(wide * im)];
      for (const [i, tap] of taps.entries()) {
        const [a, b] = input[i];
        tap[0] += Number(parameters.mu) * (error[0] * a + error[1] * b);
        tap[1] += Number(parameters.mu) * (error[1] * a - error[0] * b);
      }
    }
  });

  it("names an algorithm and a constellation that no block uses", async () => {
    const { notes } = await importGrc(
      "a.grc",
      grcText({ c: ["variable_constellation", { type: "bpsk" }], alg: ["variable_adaptive_algorithm", { cons: "c" }] }),
    );
    expect(notes).toEqual([
      "Threeray leaves out c (variable_constellation).",
      "Threeray leaves out alg (variable_adaptive_algorithm).",
    ]);
  });

  it.each([
    ["adaptive-equalizer", { rule: "RLS" }, "GNU Radio has no algorithm RLS"],
    ["adaptive-equalizer", {}, "GNU Radio's LMS has the start tap -1"],
    ["adaptive-equalizer", { rule: "CMA", modulus: 1 }, "GNU Radio's CMA has the error limit 1"],
    ["adaptive-equalizer", { rule: "CMA", errorLimit: 1 }, "GNU Radio's CMA needs a modulus"],
    ["decision-feedback-equalizer", { rule: "CMA" }, "feeds no decisions back with CMA"],
    ["decision-feedback-equalizer", { startTap: -1, samplesPerSymbol: 2 }, "takes the last sample of a symbol"],
  ])("leaves out %s with %j when it exports", async (type, parameters, reason) => {
    const blocks = [{ id: "e", type, parameters, position: [0, 0] as const }];
    const { notes } = await exportGrc({ format: "threeray flow", version: 1, variables: [], blocks, connections: [] });
    expect(notes.join()).toContain(reason);
  });
});
