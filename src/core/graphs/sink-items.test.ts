import { describe, expect, it } from "vitest";
import type { Context } from "../experiment.ts";
import { testHost } from "../measurement/testing.ts";
import { encodeGraph } from "./graph-link.ts";
import { outputs } from "./outputs.ts";
import { preset } from "./presets/preset.ts";
import { errorDb, type SinkItems } from "./sink-items.ts";

const context: Context = {
  host: testHost,
  onRecovery() {},
  begin: () => new AbortController().signal,
  end() {},
  alone: async (work) => work(new AbortController().signal),
};

const real = (...numbers: number[]): SinkItems => ({ type: "real", numbers });

/** A tone of 1 kHz with a gain into the sink “out”. */
async function tone(gain: number, { type = "complex", sink = "null-sink", frequency = 1000, name = "out" } = {}) {
  const { graph } = preset({
    name: "",
    title: "",
    text: [],
    blocks: {
      tone: ["signal-source", { type, frequency, rate: 48_000 }, 0],
      gain: ["multiply-constant", { type, constant: gain }, 1],
      [name]: [sink, { type }, 2],
    },
    connections: ["tone.out gain.in", `gain.out ${name}.in`],
  });
  return `graphs?graph=${await encodeGraph(graph)}`;
}

describe("errorDb", () => {
  it.each<[SinkItems, SinkItems, number]>([
    [real(1, 2, 3), real(1, 2, 3), -200],
    [real(1, 1.1), real(1, 1), 10 * Math.log10(0.01 / 2)],
    // What is missing counts as 0, on both sides.
    [real(1), real(1, 2), 10 * Math.log10(4 / 5)],
    [real(1, 2, 2), real(1, 2), 10 * Math.log10(4 / 5)],
    [real(1), real(0), Infinity],
  ])("of %o against %o is %d dB", (found, reference, db) => {
    expect(errorDb(found, reference)).toBeCloseTo(db, 6);
  });

  it("is no number for a signal that is none, so no check is met", () => {
    expect(errorDb(real(Number.NaN), real(1))).toBeNaN();
  });

  it("refuses items of another type", () => {
    expect(() => errorDb(real(1), { type: "bits", numbers: [1] })).toThrow(
      "the sink takes real items, and expected are bits ones",
    );
  });

  it.each([
    [1, {}, -200],
    [1.01, {}, -40],
    [1.001, { sink: "time-sink" }, -60],
    // Two tones of equal power are not alike: the powers add.
    [1, { frequency: 2000 }, 10 * Math.log10(2)],
  ])("of a graph with gain %d and %o is %d dB", async (gain, options, db) => {
    const value = await outputs.evaluate(context, await tone(gain, options), "errorDb.out", await tone(1));
    expect(value.kind === "number" && value.value).toBeCloseTo(db, 2);
  });

  it.each([
    [{ name: "in-between" }, 'the graph has no sink "out" with one input; it has in-between'],
    [{ type: "real" }, "the sink takes real items, and expected are complex ones"],
    [{ sink: "no-such-sink" }, "the graph cannot run: "],
  ])("says what is wrong with a graph of %o", async (options, message) => {
    await expect(outputs.evaluate(context, await tone(1, options), "errorDb.out", await tone(1))).rejects.toThrow(
      message,
    );
  });

  it("needs a reference, and other outputs take none", async () => {
    await expect(outputs.evaluate(context, await tone(1), "errorDb.out")).rejects.toThrow('add a "reference"');
    await expect(outputs.evaluate(context, await tone(1), "blocks", await tone(1))).rejects.toThrow("compares nothing");
  });
});
