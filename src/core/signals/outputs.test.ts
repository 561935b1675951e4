import { describe, expect, it } from "vitest";
import type { Context } from "../experiment.ts";
import { madeExample } from "./examples.ts";
import { GENERATOR_DEFAULTS } from "./generator/options.ts";
import { madeRecording } from "./generator/recording.ts";
import { outputs } from "./outputs.ts";

/** The outputs of recordings are computed in float64, without a device. */
const context = { host: {} } as Context;
const value = async (scenario: string, name: string) => {
  const output = await outputs.evaluate(context, scenario, name);
  return output.kind === "curve" ? Number.NaN : Number(output.value);
};

describe("recordings' outputs", () => {
  it("make another recording of the same kind for each number", () => {
    expect(madeExample("qpsk-burst-12")).toMatchObject({
      name: "qpsk-burst",
      number: 12,
      options: { seed: 12, classes: ["QPSK"], bursts: 1 },
    });
    for (const name of ["qpsk-burst-0", "qpsk-burst-", "none-1", "constructor-1", "qpsk-burst-1234567"])
      expect(madeExample(name)).toBeUndefined();
  });

  it("judge a selection and a station by what the generator has made", async () => {
    const name = "qpsk-burst-12";
    const { content, numbers } = madeRecording(
      { ...GENERATOR_DEFAULTS, ...madeExample(name)!.options },
      { format: "ci16" },
    );
    for await (const _ of numbers);
    const [{ start, count = 0, edges: [low, high] = [0, 0] }] = content.annotations!;
    const rate = content.sampleRate!;
    const centre = (low + high) / 2 - GENERATOR_DEFAULTS.frequency;
    const [from, to] = [low, high].map((hz) => (hz - GENERATOR_DEFAULTS.frequency) / rate);
    const select = (first: number, many: number) =>
      `recordings?example=${name}&select=${[Math.round(first), Math.round(many), from, to].join(":")}`;
    const whole = await value(select(start, count), "overlap.1");
    expect(whole).toBeGreaterThan(0.85);
    expect(whole).toBeLessThanOrEqual(1);
    expect(await value(select(start, count), "overlap.QPSK")).toBe(whole);
    // Half of it in time: the common part is half of the union.
    expect((await value(select(start, count / 2), "overlap.1")) / whole).toBeCloseTo(0.5, 1);
    expect(await value(select(start + 2 * count, count), "overlap.1")).toBe(0);
    expect(await value(`recordings?example=${name}`, "overlap.1")).toBe(0);
    const tuned = `recordings?example=${name}&station=${Math.round(centre + 5000)}`;
    expect(Math.abs((await value(tuned, "tuningKHz.1")) - 5)).toBeLessThan(1);
  });

  it("keep what they depend on, and list the signals in messages", async () => {
    expect(outputs.usual("recordings?from=3&count=4&example=qpsk-burst-3&select=1:2:-0.1:0.1&station=9")).toBe(
      "recordings?v=1&example=qpsk-burst-3&select=1:2:-0.1:0.1&station=9",
    );
    await expect(value("recordings?example=qpsk-burst-3", "snrDb.2")).rejects.toThrow('no output "snrDb.2"');
    await expect(value("recordings?example=qpsk-burst&select=1:2", "overlap.1")).rejects.toThrow(
      'select must be START:COUNT:LOW:HIGH, got "1:2"',
    );
  });
});
