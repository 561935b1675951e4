import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Graph } from "../../flow/graph/graph.ts";
import { Steps } from "../../flow/graph/steps.ts";
import { typeOf } from "../graph-ports.ts";
import { exportGrc } from "./export.ts";
import { readGrc } from "./grc-file.ts";
import { DEFINITIONS } from "./mapping.ts";
import { importGrc } from "./import.ts";
import { MAPPINGS } from "./mappings.ts";
import { LOOK_NAMES } from "./mappings/sinks.ts";
import { grcText } from "./testing.ts";

/** Values for parameters whose default is empty. */
const USUAL: Readonly<Record<string, string>> = {
  chan_rate: "48000",
  taps: "[1, 2, 3]",
  fftaps: "[1, 2]",
  fbtaps: "[1, 0.5]",
  file: "a.bin",
  vector: "[0, 1]",
  modulus: "2",
  order: "4",
  fd: "0",
  args: '""',
  device_name: '""',
  dev_args: '""',
  window: "[]",
  tags: "[]",
  sps: "4",
  alg: "digital.adaptive_algorithm_lms(digital.constellation_qpsk(), 0.01)",
  num_taps: "3",
  mu: "0.01",
  cnst: "digital.constellation_bpsk()",
  width: "0.1",
};
/** Parameters of which several values mean the same. */
const INERT: readonly string[] = [
  // Only what is connected counts.
  "blocks_null_source num_outputs",
  // A note names them in any case.
  ...["ted_type", "constellation", "ted_gain", "damping", "max_dev"].map((name) => `digital_symbol_sync_xx ${name}`),
  // Without a training its tag has no effect.
  "digital_linear_equalizer training_start_tag",
  "digital_decision_feedback_equalizer training_start_tag",
  // They belong to other formats of files, to real signals, and to other triggers.
  ...["2", "3", "4"].map((format) => `blocks_wavfile_sink bits_per_sample${format}`),
  "qtgui_freq_sink_x freqhalf",
  "qtgui_waterfall_sink_x freqhalf",
  ...["tr_slope", "tr_level", "tr_delay", "tr_chan", "tr_tag"].map((name) => `qtgui_time_sink_x ${name}`),
];

const states = (state = "enabled") => `  states: {coordinate: [100, 200.0], rotation: 0, state: ${state}}`;

/** A file as GNU Radio Companion writes it, with what real graphs have. */
const FILE = `options:
  parameters:
    id: test
    title: Two gains
    description: A test
${states()}
blocks:
- name: half
  id: variable
  parameters: {comment: '', value: gain/2 + math.sqrt(4)}
${states()}
- name: gain
  id: variable_qtgui_range
  parameters: {value: 1e0, start: '0', stop: '10', step: '0.5', rangeType: float}
${states()}
- name: old
  id: variable
  parameters: {value: '3'}
${states("disabled")}
- name: file
  id: variable
  parameters: {value: '"/data/a.raw"'}
${states()}
- name: source
  id: blocks_file_source
  parameters: {type: complex, file: file, repeat: 'True', vlen: '1', offset: '10', length: '5'}
${states()}
- name: throttle
  id: blocks_throttle
  parameters: {type: complex, samples_per_second: 32e3}
${states()}
- name: passed
  id: blocks_multiply_const_vxx
  parameters: {type: complex, const: '3', vlen: '1'}
${states("bypassed")}
- name: turn
  id: blocks_multiply_const_vxx
  parameters: {type: complex, const: half - 0.5j, vlen: '1'}
${states()}
- name: out
  id: virtual_sink
  parameters: {stream_id: s}
${states("true")}
- name: back
  id: virtual_source
  parameters: {stream_id: s}
${states()}
- name: end
  id: blocks_null_sink
  parameters: {type: complex, vlen: '1', num_inputs: '1'}
${states()}
- name: off
  id: blocks_null_sink
  parameters: {type: complex, vlen: '1', num_inputs: '1'}
${states("disabled")}
- name: other
  id: uhd_usrp_sink
  parameters: {type: fc32, dev_addr: '""', samp_rate: 2.4e6}
${states()}
connections:
- [source, '0', throttle, '0']
- [throttle, '0', passed, '0']
- [passed, '0', turn, '0']
- [turn, '0', out, '0']
- [back, '0', end, '0']
- [back, '0', off, '0']
- [turn, '0', other, '0']
- [turn, '0', other, command]
metadata: {file_format: 1}
`;

describe("graphs/grc/import", () => {
  it("imports blocks, variables, sliders, virtual and bypassed blocks, and keeps what it does not know", async () => {
    const { graph, notes } = await importGrc("two.grc", FILE);
    expect(graph).toMatchObject({ title: "Two gains", description: "A test" });
    expect(graph.variables).toEqual([
      { name: "gain", value: 1, slider: { min: 0, max: 10, step: 0.5 } },
      { name: "half", value: "gain / 2 + sqrt(4)" },
    ]);
    const place = { position: [100, 200] };
    expect(graph.blocks).toEqual([
      {
        ...place,
        id: "source",
        type: "recording-source",
        parameters: { type: "complex", format: "cf32_le", name: "/data/a.raw", loop: "on", from: 10, to: 15 },
      },
      { ...place, id: "throttle", type: "sample-rate", parameters: { type: "complex", rate: 32_000, vector: 1 } },
      {
        ...place,
        id: "turn",
        type: "multiply-constant",
        parameters: { type: "complex", constant: "half", imaginary: -0.5, vector: 1 },
      },
      { ...place, id: "end", type: "null-sink", parameters: { type: "complex", vector: 1 } },
      { ...place, id: "off", type: "null-sink", parameters: { type: "complex", vector: 1 }, isDisabled: true },
      {
        ...place,
        id: "other",
        type: "grc:uhd_usrp_sink",
        parameters: { type: "fc32", dev_addr: '""', samp_rate: "2.4e6" },
      },
    ]);
    expect(graph.connections.map(({ from, to }) => [...from, ...to].join(" "))).toEqual([
      "source out throttle in",
      "throttle out turn in",
      "turn out end in",
      "turn out off in",
      "turn out other 0",
      "turn out other command",
    ]);
    expect(notes).toEqual([
      "Threeray has no block for other (uhd_usrp_sink).",
      "A throttle states a sample rate here, and slows nothing: a graph runs as fast as its sources and sinks.",
      "The block passed (blocks_multiply_const_vxx) is bypassed, so Threeray leaves it out.",
    ]);
  });

  it.each([
    ["gain: 24, vga: '20'", { gain: "24 + 20", gainControl: "manual" }, []],
    ["gain: g, amp: 'False'", { gain: "(g) + (16)", gainControl: "manual" }, []],
    ["amp: 'True'", undefined, ["amp is True; Threeray has False"]],
  ])("imports a HackRF with %s", async (gains, expected, refusals) => {
    const parameters = `{center_freq: '433.9e6', samp_rate: 8e6, ${gains}}`;
    const file = `blocks: [{name: hackrf, id: soapy_hackrf_source, parameters: ${parameters}}]`;
    const { graph, notes } = await importGrc("a.grc", file);
    const [{ type, parameters: found }] = graph.blocks;
    expect(type).toBe(expected ? "radio-source" : "grc:soapy_hackrf_source");
    if (expected) expect(found).toMatchObject({ ...expected, frequency: 433.9e6, rate: 8e6 });
    for (const refusal of refusals) expect(notes.join()).toContain(refusal);
  });

  it.each([
    ["<?xml version='1.0'?><flow_graph/>", "a.grc: is a file of GNU Radio 3.7 or older (XML); open it in"],
    ["a: [", "a.grc: cannot be read as YAML: "],
    ["", "a.grc: holds no list of blocks"],
    ["blocks: 3", "a.grc: holds no list of blocks"],
    ["blocks: [3]", "a.grc: block 1: expected an entry with name and id"],
    ["blocks: []\nconnections: [[a, '0']]", "a.grc: connection 1: expected [from, port, to, port]"],
    ["blocks: []\nconnections: [[a, '0', b, '0']]", "a.grc: connection 1: there is no block a"],
    ["blocks: [{name: a, id: x}, {name: a, id: y}]", "a.grc: block 2: there are two enabled blocks with the name a"],
    [
      `blocks: [${Array.from({ length: 1001 }, (_, i) => `{name: b${i}, id: x}`).join()}]`,
      "has 1001 blocks, expected at most 1000",
    ],
    [`blocks: []\nconnections: [${"3,".repeat(5001)}]`, "expected a list of at most 5000 connections"],
    [`blocks: []\n# ${"x".repeat(2 ** 21)}`, "has 2097165 characters, expected at most 2097152"],
    [`blocks: [${"x,".repeat(2 ** 17)}]`, "has more than 262144 signs and words, as no flow graph has"],
    [`blocks: ${"[".repeat(31)}${"]".repeat(31)}`, "it is nested deeper than 30 levels"],
    [
      `p: &p {v: ${"x".repeat(1e6)}}\nblocks: [${["a", "b", "c"].map((name) => `{name: ${name}, id: x, parameters: *p}`).join()}]`,
      "has more than 2097152 characters of parameters",
    ],
    [
      "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nblocks: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]",
      "a.grc: ",
    ],
  ])("refuses %.40s", async (text, message) => {
    await expect(importGrc("a.grc", text)).rejects.toThrow(RangeError);
    await expect(importGrc("a.grc", text)).rejects.toThrow(message);
  });

  it("gives a graph or a RangeError for any damage", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(FILE.length), fc.nat(40), fc.string({ maxLength: 8 }), async (at, cut, text) => {
        await importGrc("a.grc", FILE.slice(0, at) + text + FILE.slice(at + cut)).catch((error) =>
          expect(error).toBeInstanceOf(RangeError),
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe("graphs/grc/export", () => {
  it.each([
    [2.4e6, "soapy_rtlsdr_source", { samp_rate: "2400000", gain: "40" }],
    [8e6, "soapy_hackrf_source", { samp_rate: "8000000", gain: "16", vga: "40 - 16", amp: "False" }],
  ])("exports a radio of %i samples per second as %s", async (rate, id, expected) => {
    const parameters = { rate, gain: 40, gainControl: "manual" };
    const block = { id: "radio", type: "radio-source", parameters, position: [0, 0] as const };
    const graph: Graph = { format: "threeray flow", version: 1, variables: [], blocks: [block], connections: [] };
    const { text } = await exportGrc(graph);
    const { blocks } = await readGrc("a.grc", text, new Steps(1e6));
    expect(blocks.find(({ name }) => name === "radio")).toMatchObject({ id, parameters: expected });
  });

  it("gives back what was imported", async () => {
    const first = await importGrc("a.grc", FILE);
    const { text, notes } = await exportGrc(first.graph);
    expect(notes).toEqual([]);
    const second = await importGrc("a.grc", text);
    expect({ ...second.graph, variables: [], blocks: [] }).toEqual({ ...first.graph, variables: [], blocks: [] });
    expect(second.graph.variables).toEqual(first.graph.variables);
    expect(second.graph.blocks).toEqual(first.graph.blocks);
  });

  it("writes Python: names that are free, functions of math, whole numbers", async () => {
    const graph: Graph = {
      format: "threeray flow",
      version: 1,
      title: "2 Ports, class",
      variables: [
        { name: "lambda", value: "2 * pi * sqrt(4) + min(1, 2)" },
        { name: "e", value: 3 },
      ],
      blocks: [
        {
          id: "a-1",
          type: "multiply-constant",
          parameters: { constant: "lambda + e", imaginary: "1e3" },
          position: [0, 0],
        },
        { id: "a_1", type: "null-sink", parameters: { vector: "8 / 4" }, position: [0, 0] },
        { id: "x", type: "frames-sink", parameters: {}, position: [0, 0] },
        { id: "y", type: "no-such-block", parameters: {}, position: [0, 0] },
      ],
      connections: [
        { from: ["a-1", "out"], to: ["a_1", "in"] },
        { from: ["a-1", "out"], to: ["a_1", "nowhere"] },
        { from: ["a-1", "out"], to: ["x", "in"] },
      ],
    };
    const { text, notes } = await exportGrc(graph);
    const { options, blocks, connections } = await readGrc("a.grc", text, new Steps(1e6));
    expect(options.parameters).toMatchObject({ id: "b_2_ports_class", generate_options: "no_gui" });
    expect(
      blocks.map(({ name, parameters }) => [name, parameters.value ?? parameters.const ?? parameters.vlen]),
    ).toEqual([
      ["import_math", undefined],
      ["lambda_2", "2 * math.pi * math.sqrt(4) + min(1, 2)"],
      ["e", "3"],
      ["a_1", "complex(lambda_2 + e, 1e3)"],
      ["a_1_2", "int(8 / 4)"],
    ]);
    expect(connections).toEqual([{ from: ["a_1", "0"], to: ["a_1_2", "0"] }]);
    expect(notes).toEqual([
      "The block x (Frames) is left out: GNU Radio has no such block.",
      "The block y is left out: its type no-such-block is unknown.",
      "The connection from a-1 out to a_1 nowhere is left out: there is no such port.",
    ]);
  });

  it("exports a variable with a Greek name under one name, also in expressions", async () => {
    const graph: Graph = {
      format: "threeray flow",
      version: 1,
      variables: [
        { name: "ω", value: 2 },
        { name: "maxω", value: "max(ω, 3)" },
      ],
      blocks: [],
      connections: [],
    };
    const { text } = await exportGrc(graph);
    const { blocks } = await readGrc("a.grc", text, new Steps(1e6));
    const [first, second] = blocks.filter(({ parameters }) => "value" in parameters);
    expect(first.name).toMatch(/^[a-z]\w*$/);
    expect(second.parameters.value).toBe(`max(${first.name}, 3)`);
  });

  it("knows every block that its table names, and their fields", () => {
    for (const { id, export: written } of MAPPINGS) {
      if (!written) continue;
      const type = typeOf(written.type);
      expect(type, id).toBeDefined();
      for (const field of written.fields) expect(Object.keys(type?.fields ?? {}), `${id}: ${field}`).toContain(field);
    }
  });

  it("reads, refuses or names as left out each parameter of GNU Radio's blocks", () => {
    const covers = (id: string, name: string) =>
      MAPPINGS.some(
        (mapping) =>
          mapping.id === id &&
          mapping.read &&
          mapping.covers.some((one) => (typeof one === "string" ? one === name : one.test(name))),
      );
    for (const { id, covers: own } of MAPPINGS) {
      expect(DEFINITIONS, id).toHaveProperty(id);
      for (const name of Object.keys(DEFINITIONS[id])) expect(covers(id, name), `${id}: ${name}`).toBe(true);
      // The other way: nothing is read that GNU Radio does not have.
      for (const name of own)
        if (typeof name === "string" && !LOOK_NAMES.has(name)) expect(DEFINITIONS[id], id).toHaveProperty(name);
    }
  });

  it.each(MAPPINGS.filter((mapping) => mapping.read).map(({ id }) => id))(
    "a change of any parameter of %s changes the graph or the notes",
    async (id) => {
      const defaults = DEFINITIONS[id];
      const all = Object.fromEntries(
        Object.entries(defaults).map(([name, value]) => [name, value || USUAL[name] || "1"]),
      );
      const imported = async (parameters: Record<string, string>) =>
        JSON.stringify(
          await importGrc("a.grc", grcText({ samp_rate: ["variable", { value: "32000" }], b: [id, parameters] })),
        );
      const before = await imported(all);
      for (const name of Object.keys(defaults)) {
        if (LOOK_NAMES.has(name)) continue;
        const others = all[name] === "True" ? ["False"] : all[name] === "False" ? ["True"] : ["7", "qwerty"];
        for (const value of others) {
          const isSame = (await imported({ ...all, [name]: value })) === before;
          if (isSame) expect(INERT, `${id}: ${name} = ${value}`).toContain(`${id} ${name}`);
        }
      }
    },
  );
});
