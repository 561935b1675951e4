import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../blocks/catalogue.testing.ts";
import { checkGraph } from "../../flow/graph/check-graph.ts";
import { Steps } from "../../flow/graph/steps.ts";
import { setInGraph } from "../set-in-graph.ts";
import { exportGrc } from "./export.ts";
import { readGrc } from "./grc-file.ts";
import { importGrc } from "./import.ts";
import { type GrcBlocks, grcText, signalsIn } from "./testing.ts";

/** Variables that several cases use. */
const RATE: GrcBlocks = { samp_rate: ["variable", { value: "32000" }] };

const tone = (freq: string, type = "complex") =>
  ["analog_sig_source_x", { type, waveform: "analog.GR_COS_WAVE", samp_rate: "samp_rate", freq, amp: "1" }] as const;

/** Largest magnitude of a complex signal behind its beginning. */
const magnitudeOf = (signal: Float64Array, from: number) => {
  let most = 0;
  for (let i = 2 * from; i < signal.length; i += 2) most = Math.max(most, Math.hypot(signal[i], signal[i + 1]));
  return most;
};

describe("graphs/grc, meaning", () => {
  it.each([
    [
      "a block that designs its taps",
      {
        f: [
          "low_pass_filter",
          {
            type: "fir_filter_ccf",
            gain: "1",
            samp_rate: "samp_rate",
            cutoff_freq: "cutoff",
            width: "500",
            win: "window.WIN_HAMMING",
            beta: "6.76",
          },
        ],
      },
    ],
    [
      "a variable of taps",
      {
        t: [
          "variable_low_pass_filter_taps",
          {
            gain: "1.0",
            samp_rate: "samp_rate",
            cutoff_freq: "cutoff",
            width: "500",
            win: "window.WIN_HAMMING",
            beta: "6.76",
          },
        ],
        f: ["fir_filter_xxx", { type: "ccc", taps: "t" }],
      },
    ],
    [
      "a call in the parameter",
      { f: ["fft_filter_xxx", { type: "ccf", taps: "firdes.low_pass(1, samp_rate, cutoff, samp_rate/64)" }] },
    ],
  ] satisfies [string, GrcBlocks][])("a slider inside a design designs again: %s", async (_, blocks) => {
    const cutoff = ["variable_qtgui_range", { value: "2000", start: "500", stop: "10000", step: "100" }] as const;
    const { graph } = await importGrc("a.grc", grcText({ ...RATE, cutoff, s: tone("5000"), ...blocks }, ["s f"]));
    expect(graph.variables.at(-1)).toEqual({
      name: "cutoff",
      value: 2000,
      slider: { min: 500, max: 10_000, step: 100 },
    });
    // The Hamming window attenuates by 53 dB.
    expect(magnitudeOf(signalsIn(graph, 1024)["f.out"], 512)).toBeLessThan(10 ** (-53 / 20));
    expect(magnitudeOf(signalsIn(setInGraph(graph, "cutoff", "8000"), 1024)["f.out"], 512)).toBeCloseTo(1, 2);
  });

  /** A list of real or complex samples, once. */
  const listed = (type: string, vector: string, more: Record<string, string> = {}) =>
    ["blocks_vector_source_x", { type, vector, repeat: "False", ...more }] as const;

  const outputOf = async (blocks: GrcBlocks, connections: readonly string[], output: string, items = 64) => {
    const { graph } = await importGrc("a.grc", grcText(blocks, connections));
    return [...signalsIn(graph, items)[output]];
  };

  // Each value is what GNU Radio 3.10.5 gives for the same graph.
  it.each<[string, GrcBlocks[string], readonly string[], string, readonly number[]]>([
    [
      "NRZI",
      ["digital_diff_encoder_bb", { coding: "digital.DIFF_NRZI", modulus: "2" }],
      ["byte", "[1,0,0,1,1,1,0,1,0,0,0,1]"],
      "b.out",
      [0, 1, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0],
    ],
    [
      "differences of labels",
      ["digital_diff_decoder_bb", { modulus: "4" }],
      ["byte", "[1,3,0,2]"],
      "b.out",
      [1, 2, 1, 2],
    ],
    [
      "a threshold of one level, which keeps its output on it",
      ["blocks_threshold_ff", { low: "0", high: "0", init: "1" }],
      ["float", "[0,0,1,0,-1,0,1]"],
      "b.out",
      [1, 1, 1, 1, 0, 0, 1],
    ],
    [
      "a threshold of two levels",
      ["blocks_threshold_ff", { low: "-1", high: "1", init: "0" }],
      ["float", "[0,2,0,-2,0]"],
      "b.out",
      [0, 1, 1, 0, 0],
    ],
    [
      "de-emphasis at its own rate",
      ["analog_fm_deemph", { samp_rate: "48000", tau: "75e-6" }],
      ["float", "[1]*3"],
      "b.out",
      [0.1226, 0.3379, 0.5003],
    ],
    [
      "bytes with a sign",
      ["blocks_char_to_float", { scale: "2" }],
      ["byte", "[1, 127, 128, 255]"],
      "b.out",
      [0.5, 63.5, -64, -0.5],
    ],
    ["bytes without a sign", ["blocks_uchar_to_float"], ["byte", "[1, 127, 128, 255]"], "b.out", [1, 127, 128, 255]],
    [
      "short integers",
      ["blocks_short_to_float", { scale: "2" }],
      ["short", "[1, -3, 32767]"],
      "b.out",
      [0.5, -1.5, 16383.5],
    ],
    [
      "short integers in turn",
      ["blocks_interleaved_short_to_complex", { scale_factor: "2" }],
      ["short", "[2, 4, -6, 8]"],
      "b.out",
      [1, 2, -3, 4],
    ],
    [
      "short integers in turn, Q first",
      ["blocks_interleaved_short_to_complex", { scale_factor: "2", swap: "True" }],
      ["short", "[2, 4, -6, 8]"],
      "b-swapped.out",
      [2, 1, 4, -3],
    ],
    [
      "samples as short integers",
      ["blocks_complex_to_interleaved_short", { scale_factor: "100" }],
      ["complex", "[0.5-0.251j, 400]"],
      "b.out",
      [50, -25, 32_767, 0],
    ],
    ["the imaginary part", ["blocks_complex_to_imag"], ["complex", "[1+2j, 3-4j]"], "b.imaginary", [2, -4]],
    [
      "real taps of a filter with complex output",
      ["fir_filter_xxx", { type: "fcc", taps: "[1, 2]" }],
      ["float", "[1, 0, 3]"],
      "b.out",
      [1, 0, 2, 0, 3, 0],
    ],
    [
      "a mean of three",
      ["blocks_moving_average_xx", { type: "float", length: "3", scale: "0.5" }],
      ["float", "[2, 4, 6, 8]"],
      "b.out",
      [1, 3, 6, 9],
    ],
    [
      "a rotation",
      ["blocks_rotator_cc", { phase_inc: "math.pi/2" }],
      ["complex", "[1, 1, 2, 2j]"],
      "b.out",
      [1, 0, 0, 1, -2, 0, 2, 0],
    ],
    [
      "a phase in degrees",
      ["blocks_phase_shift", { shift: "90", is_radians: "False" }],
      ["complex", "[1, 2j]"],
      "b.out",
      [0, 1, -2, 0],
    ],
    [
      "a transform of windowed real vectors",
      ["fft_vxx", { type: "float", fft_size: "2", window: "[1, 3]", shift: "True" }],
      ["float", "[1, 2]", "2"],
      "b.out",
      [-5, 0, 7, 0],
    ],
  ])("gives GNU Radio's %s", async (_, block, [type, vector, vlen = "1"], output, expected) => {
    const found = await outputOf({ s: listed(type, vector, { vlen }), b: block }, ["s b"], output);
    for (const [i, value] of expected.entries()) expect(found[i], `item ${i}`).toBeCloseTo(value, 4);
  });

  it("adds three signals, and subtracts and divides in their order", async () => {
    const sources = Object.fromEntries(["20", "4", "2"].map((value, i) => [`s${i}`, listed("float", `[${value}]`)]));
    const of = (id: string) =>
      outputOf(
        { ...sources, b: [id, { type: "float", num_inputs: "3" }] },
        ["s0 b", "s1 0 b 1", "s2 0 b 2"],
        "b.out",
        1,
      );
    expect(await of("blocks_add_xx")).toEqual([26]);
    expect(await of("blocks_sub_xx")).toEqual([14]);
    expect(await of("blocks_multiply_xx")).toEqual([160]);
    expect(await of("blocks_divide_xx")).toEqual([2.5]);
  });

  it("passes one side band of a real signal through a complex band pass", async () => {
    const band = { gain: "1", samp_rate: "32000", low_cutoff_freq: "300", high_cutoff_freq: "3500", width: "200" };
    const blocks: GrcBlocks = {
      ...RATE,
      s: tone("1000", "float"),
      b: ["band_pass_filter", { type: "fir_filter_fcc", ...band }],
    };
    const found = (await outputOf(blocks, ["s b"], "b.out", 4096)).slice(2 * 1024);
    const at = (hz: number) => {
      let [re, im] = [0, 0];
      for (let n = 0; 2 * n < 2 * 2048; n++) {
        const angle = (-2 * Math.PI * hz * n) / 32_000;
        re += found[2 * n] * Math.cos(angle) - found[2 * n + 1] * Math.sin(angle);
        im += found[2 * n] * Math.sin(angle) + found[2 * n + 1] * Math.cos(angle);
      }
      return (2 * Math.hypot(re, im)) / 2048;
    };
    expect(at(1000)).toBeCloseTo(0.9989, 3);
    expect(at(-1000)).toBeCloseTo(0.00007, 4);
  });

  it("translates, filters and turns as GNU Radio's frequency-translating filter", async () => {
    const [x, h, decimation, omega] = [[1, 2, -1, 3, 5, -2, 4], [1, 2, 3, 4], 3, (2 * Math.PI * 5000) / 32_000];
    const found = await outputOf(
      {
        s: listed("float", `[${x.join(",")}]`),
        b: [
          "freq_xlating_fir_filter_xxx",
          { type: "fcf", decim: "3", taps: `[${h.join(",")}]`, center_freq: "5e3", samp_rate: "32e3" },
        ],
      },
      ["s b"],
      "b.out",
      9,
    );
    // Its taps are rotated around their middle, then the output is rotated back.
    for (const [m, n] of [0, decimation, 2 * decimation].entries()) {
      const terms = h.map((tap, k) => [(x[n - k] ?? 0) * tap, omega * (k - n - (h.length - 1) / 2)] as const);
      expect(found[2 * m]).toBeCloseTo(
        terms.reduce((sum, [a, angle]) => sum + a * Math.cos(angle), 0),
        9,
      );
      expect(found[2 * m + 1]).toBeCloseTo(
        terms.reduce((sum, [a, angle]) => sum + a * Math.sin(angle), 0),
        9,
      );
    }
  });

  it("follows the level as GNU Radio's AGC, without a limit where its maximum is 0", async () => {
    const { graph } = await importGrc(
      "a.grc",
      grcText({ ...RATE, s: tone("1000"), a: ["analog_agc_xx", { reference: "20", rate: "0.01", max_gain: "0" }] }, [
        "s a",
      ]),
    );
    expect(graph.blocks.at(-1)?.parameters).toMatchObject({ level: "mean", gain: 1, maximum: 0 });
    expect(magnitudeOf(signalsIn(graph, 2048)["a.out"], 2000)).toBeCloseTo(20, 3);
  });

  it.each<[string, string, readonly string[], string]>([
    ["digital_costas_loop_cc", "{w: '0.0628', order: '4'}", ["out", "frequency", "phase"], "error"],
    ["digital_symbol_sync_xx", "{type: cc, sps: '4', resamp_type: digital.IR_MMSE_8TAP}", ["out"], "error"],
    ["blocks_complex_to_float", "{}", ["real", "imaginary"], ""],
  ])("matches the outputs of %s by their meaning, both ways", async (id, parameters, names, lacking) => {
    const sinks = [...names, ...(lacking ? [lacking] : [])].map(
      (_, i) => `- {name: k${i}, id: blocks_null_sink, parameters: {type: float}}\n`,
    );
    const file = `blocks:\n- {name: s, id: blocks_null_source}\n- {name: b, id: ${id}, parameters: ${parameters}}\n${sinks.join("")}connections:\n- [s, '0', b, '0']\n${sinks.map((_, i) => `- [b, '${i}', k${i}, '0']\n`).join("")}`;
    const { graph, notes } = await importGrc("a.grc", file);
    expect(graph.connections.slice(1).map(({ from }) => from[1])).toEqual(names);
    if (lacking) expect(notes.join()).toContain(`from b ${names.length} to k${names.length} 0 is left out`);
    const { text } = await exportGrc(graph);
    const { connections } = await readGrc("a.grc", text, new Steps(1e6));
    expect(connections.slice(1).map(({ from }) => from[1])).toEqual(names.map((_, i) => String(i)));
  });

  it.each<[string, GrcBlocks[string], object]>([
    [
      "float file of any name",
      ["blocks_file_source", { type: "float", file: "song.wav", repeat: "False" }],
      { type: "real", format: "rf32_le", name: "song.wav", loop: "off" },
    ],
    [
      "file of short integers",
      ["blocks_file_source", { type: "short", file: "x" }],
      { type: "integer", format: "ri16_le", loop: "on" },
    ],
    ["file of bytes", ["blocks_file_source", { type: "byte", file: "rtl.bin" }], { type: "integer", format: "ru8" }],
    [
      "file of integers",
      ["blocks_file_source", { type: "int", file: "x", offset: "5", length: "7" }],
      { type: "integer", format: "ri32_le", from: 5, to: 12 },
    ],
    [
      "receiver's correction",
      ["rtlsdr_source", { args: '""', sample_rate: "2.4e6", corr0: "56", gain0: "20", gain_mode0: "False" }],
      { ppm: 56, gain: 20, gainControl: "manual" },
    ],
    [
      "HackRF by its arguments",
      ["osmosdr_source", { args: '"hackrf=0"', sample_rate: "2.4e6", if_gain0: "16", bb_gain0: "20" }],
      { gain: "16 + 20", gainControl: "manual" },
    ],
    [
      "WAV file of 16 bits at its own rate",
      ["blocks_wavfile_sink", { file: "a.wav", samp_rate: "8000" }],
      { format: "wav", wav: "int16", rate: 8000 },
    ],
    [
      "WAV file of floats",
      ["blocks_wavfile_sink", { file: "a.wav", bits_per_sample1: "FORMAT_FLOAT" }],
      { wav: "float32" },
    ],
    [
      "file of short integers, written",
      ["blocks_file_sink", { type: "short", file: "x" }],
      { type: "integer", integers: "int16", format: "raw" },
    ],
    [
      "throttle's rate",
      ["blocks_throttle2", { type: "float", samples_per_second: "48e3" }],
      { type: "real", rate: 48_000 },
    ],
    [
      "rate of a figure",
      ["qtgui_freq_sink_x", { bw: "2.4e6", wintype: "window.WIN_HANN" }],
      { rate: 2.4e6, window: "hann" },
    ],
    [
      "resampler's phase",
      ["rational_resampler_xxx", { type: "fff", interp: "2", decim: "5", taps: "[]", fbw: "0" }],
      { design: "one filter", fractionalBandwidth: 0.4, phase: "full filter" },
    ],
    [
      "matched filter",
      [
        "digital_symbol_sync_xx",
        {
          type: "ff",
          sps: "4",
          resamp_type: "digital.IR_PFB_MF",
          nfilters: "32",
          pfb_mf_taps: "firdes.root_raised_cosine(32, 128, 1, 0.35, 1408)",
        },
      ],
      { type: "real", phases: 32, taps: "firdes.root_raised_cosine(32, 128, 1, 0.35, 1408)" },
    ],
    [
      "loop with the signal to noise ratio",
      ["digital_costas_loop_cc", { w: "0.06", order: "2*2", use_snr: "True" }],
      { order: "4", weight: "reliability" },
    ],
    [
      "figure of more points than are shown",
      ["qtgui_time_sink_x", { size: "18000", srate: "1e6" }],
      { points: 18_000, rate: 1e6 },
    ],
  ])("imports a %s", async (_, block, parameters) => {
    const { graph } = await importGrc("a.grc", grcText({ samp_rate: ["variable", { value: "32000" }], b: block }));
    expect(graph.blocks[0].parameters).toMatchObject(parameters);
    expect(checkGraph(graph, CATALOGUE).problems.filter(({ parameter }) => parameter)).toEqual([]);
  });

  it("gives bytes the type that the blocks around them need", async () => {
    const byte = { type: "byte" };
    const of = async (blocks: GrcBlocks, connections: readonly string[]) => {
      const { graph } = await importGrc("a.grc", grcText(blocks, connections));
      expect(checkGraph(graph, CATALOGUE).problems).toEqual([]);
      return graph.blocks.map(({ parameters }) => parameters.type ?? "");
    };
    const file: GrcBlocks[string] = ["blocks_file_source", { ...byte, file: "a" }];
    const delay: GrcBlocks[string] = ["blocks_delay", { ...byte, delay: "3" }];
    const sink: GrcBlocks[string] = ["blocks_file_sink", { ...byte, file: "b" }];
    const coder: GrcBlocks[string] = ["digital_diff_decoder_bb", { modulus: "2" }];
    expect(await of({ file, delay, sink }, ["file delay", "delay sink"])).toEqual(["integer", "integer", "integer"]);
    expect(await of({ file, delay, coder, sink }, ["file delay", "delay coder", "coder sink"])).toEqual([
      "bits",
      "bits",
      "bits",
      "bits",
    ]);
    expect(await of({ s: listed("byte", "[0, 1]"), delay }, ["s delay"])).toEqual(["bits", "bits"]);
    expect(await of({ s: listed("byte", "[0, 2]"), delay }, ["s delay"])).toEqual(["integer", "integer"]);
  });

  // Outputs of GNU Radio 3.10.5.
  it.each([
    ["blocks_char_to_short", "byte", [0, 1, 2, 127, 128, 200, 255], [0, 256, 512, 32512, -32768, -14336, -256]],
    [
      "blocks_short_to_char",
      "short",
      [0, 1, 255, 256, 257, -1, -255, -256, -257, 32767, -32768, 127, 128],
      [0, 0, 0, 1, 1, -1, -1, -1, -2, 127, -128, 0, 0],
    ],
  ])("%s keeps or fills the upper byte", async (id, type, given, expected) => {
    const source = listed(type, JSON.stringify(given));
    const { graph } = await importGrc("a.grc", grcText({ s: source, c: [id] }, ["s c"]));
    expect([...signalsIn(graph, given.length)["c.out"]].slice(0, given.length)).toEqual(expected);
  });

  it.each([
    ["band_pass", 1, 1],
    ["complex_band_pass", 1, 0],
    ["band_reject", 0, 0],
    ["complex_band_reject", 0, 1],
  ])("a variable of taps of the type %s has the gains %d and %d at −4 and 4 kHz", async (type, lower, upper) => {
    const edges = { low_cutoff_freq: "-6000", high_cutoff_freq: "-2000" };
    const turned = { low_cutoff_freq: "2000", high_cutoff_freq: "6000" };
    const taps = [
      `variable_${type.replace("complex_", "")}_filter_taps`,
      { type, gain: "1", samp_rate: "samp_rate", width: "500", ...(type.startsWith("complex") ? edges : turned) },
    ] as const;
    const gainAt = async (freq: string) => {
      const filter = ["fir_filter_xxx", { type: "ccc", taps: "t" }] as const;
      const { graph } = await importGrc("a.grc", grcText({ ...RATE, t: taps, s: tone(freq), f: filter }, ["s f"]));
      return magnitudeOf(signalsIn(graph, 1024)["f.out"], 512);
    };
    expect(await gainAt("-4000")).toBeCloseTo(lower, 2);
    expect(await gainAt("4000")).toBeCloseTo(upper, 2);
  });

  it("AM and FM demodulators have GNU Radio's level, delay and decimation, and refuse filters that cannot be", async () => {
    const blocks = (audio_stop: string): GrcBlocks => ({
      ...RATE,
      s: tone("3000"),
      am: ["analog_am_demod_cf", { chan_rate: "samp_rate", audio_decim: "4", audio_stop }],
      fm: [
        "analog_fm_demod_cf",
        {
          chan_rate: "samp_rate",
          audio_decim: "2",
          deviation: "6000",
          audio_pass: "3000",
          audio_stop: "4500",
          tau: "0",
        },
      ],
    });
    const { graph, notes } = await importGrc("a.grc", grcText(blocks("6500"), ["s am", "s fm"]));
    expect(notes.filter((note) => note.includes("follow no variable"))).toHaveLength(2);
    const signals = signalsIn(graph, 2048);
    // The magnitude is 1, from which GNU Radio subtracts 1. The frequency is half of the deviation; the ripple is 0.1 dB.
    expect(Math.abs(signals["am.out"].at(-1) as number)).toBeLessThan(1e-6);
    expect(signals["fm.out"].at(-1)).toBeCloseTo(0.5, 2);
    expect(signals["fm.out"].length / signals["am.out"].length).toBe(2);
    const refused = await importGrc("a.grc", grcText(blocks("4000"), ["s am"]));
    expect(refused.notes.join(" ")).toContain("the audio filter needs 0 < 5000 < 4000 < 16000 Hz");
  });

  // The first output of GNU Radio 3.10.5 for the samples 1, 2, 3 … : 16.5999 for 5/1 and 16.7146 for 7/2.
  it.each([
    ["5", "1", 160, 16.5999],
    ["7", "2", 112, 16.7146],
  ])("a resampler by %s/%s says how many samples GNU Radio leaves out", async (interp, decim, skipped, first) => {
    const items = Array.from({ length: 60 }, (_, n) => n + 1);
    const source = listed("float", JSON.stringify(items));
    const { graph, notes } = await importGrc(
      "a.grc",
      grcText({ s: source, r: ["rational_resampler_xxx", { type: "fff", interp, decim }] }, ["s r"]),
    );
    expect(notes).toEqual([
      `The block r begins with ${skipped} samples that GNU Radio leaves out, since its filter does not cover them.`,
    ]);
    expect(signalsIn(graph, 420)["r.out"][skipped]).toBeCloseTo(first, 4);
  });

  it("runs graphs of several GNU Radio blocks that are several blocks here", async () => {
    const receiver: GrcBlocks = {
      samp_rate: ["variable", { value: "2e6" }],
      src: ["osmosdr_source", { args: "rtl=0", sample_rate: "samp_rate" }],
      lp: [
        "low_pass_filter",
        { type: "fir_filter_ccf", decim: "4", samp_rate: "samp_rate", cutoff_freq: "100e3", width: "10e3" },
      ],
      rr: ["rational_resampler_xxx", { type: "ccc", interp: "12", decim: "5" }],
      w: ["analog_wfm_rcv", { quad_rate: "500e3", audio_decimation: "10" }],
      au: ["audio_sink", { samp_rate: "48000" }],
      f: ["qtgui_freq_sink_x", { nconnections: "2" }],
      y: ["digital_symbol_sync_xx", { type: "cc", sps: "2" }],
      n: ["blocks_null_sink", { num_inputs: "2" }],
    };
    const { graph } = await importGrc(
      "a.grc",
      grcText(receiver, ["src lp", "lp rr", "rr w", "w au", "lp f", "rr 0 f 1", "lp y", "y n", "lp 0 n 1"]),
    );
    expect(checkGraph(graph, CATALOGUE).problems).toEqual([]);
    expect(graph.connections.length).toBe(12);
  });

  it.each([
    ["fir-filter", { design: 0 }, "its design “0” is unknown"],
    ["fft-filter", { design: "toString" }, "its design “toString” is unknown"],
    ["fir-filter", { design: "taps", taps: 3 }, "its list holds something else than numbers"],
    ["rational-resampler", { design: "taps", taps: [1, null] }, "its list holds something else than numbers"],
    ["iir-filter", { design: "coefficients", forward: 1 }, "its list holds something else than numbers"],
    [
      "iir-filter",
      { design: "coefficients", backward: [1, [2, 3]] },
      "backward holds complex numbers; Threeray has real ones here",
    ],
    ["list-source", { items: { length: 2 } }, "its list holds something else than numbers"],
    ["symbol-synchronizer", { taps: [[1, "2"]] }, "its list holds something else than numbers"],
  ])("leaves out a %s with damaged parameters when it exports %j", async (type, parameters, reason) => {
    const blocks = [{ id: "b", type, parameters, position: [0, 0] as const }];
    const { notes } = await exportGrc({ format: "threeray flow", version: 1, variables: [], blocks, connections: [] });
    expect(notes.join()).toContain(`is left out: ${reason}`);
  });
});
