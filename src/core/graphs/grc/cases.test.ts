import { describe, expect, it } from "vitest";
import { setInGraph } from "../set-in-graph.ts";
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
});
