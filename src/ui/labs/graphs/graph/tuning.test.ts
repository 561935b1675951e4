import { describe, expect, it } from "vitest";
import { presetNamed } from "#core/graphs/preset-link.ts";
import { setParameter, setVariable } from "./edits.ts";
import { resolve } from "./resolved.ts";
import { tuningOf } from "./tuning.ts";

const { graph } = presetNamed("radio");
const tuning = (of = graph, sink = "waterfall") => tuningOf(of, resolve(of), sink);
const station = (of: typeof graph) => of.variables.find(({ name }) => name === "station")?.value;

describe("graphs/tuning", () => {
  it("tunes the mixer beside a waterfall through its variable, in the slider's steps", () => {
    const tuned = tuning()!;
    expect(tuned.frequency).toBe(100e6);
    const next = tuned.tune(graph, 100_123_456);
    expect(station(next)).toBe(120_000);
    expect(tuning(next)?.frequency).toBe(100_120_000);
    expect(station(tuned.tune(graph, 200e6))).toBe(1_200_000);
  });

  it("tunes a mixer whose frequency is a number", () => {
    const fixed = setParameter(graph, "mixer", "frequency", 5000);
    const next = tuning(fixed)!.tune(fixed, 99_876_543.4);
    expect(next.blocks.find(({ id }) => id === "mixer")?.parameters.frequency).toBe(-123_457);
  });

  it("leaves expressions and figures without a mixer alone", () => {
    expect(tuning(setParameter(graph, "mixer", "frequency", "station + 1"))).toBeUndefined();
    expect(tuning(setVariable(graph, "station", { value: "fs / 8" }))).toBeUndefined();
    expect(tuning(graph, "level")).toBeUndefined();
  });
});
