import { describe, expect, it } from "vitest";
import { noise, reportOf, sinkReports } from "./testing.ts";

describe("blocks/sinks/time-sink", () => {
  it("begins curves at the first crossing, and at a tag", async () => {
    const a = Float32Array.from({ length: 100 }, (_, n) => Math.sin((2 * Math.PI * (n - 3.5)) / 20));
    const b = noise(4, 100);
    const pages = [0, 50].map((from) => ({ a: a.slice(from, from + 50), b: b.slice(from, from + 50) }));
    const shown = async (parameters: object, tags = [{ sample: 71, key: "here", value: 1 }]) =>
      (
        await sinkReports(
          "time-sink",
          { type: "real", curves: 2, points: 20, ...parameters },
          { length: 50, pages, tags },
        )
      ).map((report) => reportOf("time", report));
    const rising = await shown({ trigger: "rising", level: 0 });
    expect(rising.map(({ first }) => first)).toEqual([24, 64]);
    expect(rising[1].curves.map(({ values }) => values)).toEqual([a.slice(64, 84), b.slice(64, 84)]);
    expect(rising[1].tags).toEqual([{ sample: 71, key: "here", value: 1 }]);
    expect((await shown({ trigger: "falling" })).map(({ first }) => first)).toEqual([14, 74]);
    expect((await shown({ trigger: "tag" })).map(({ first }) => first)).toEqual([30, 71]);
    expect((await shown({ trigger: "none" })).map(({ first }) => first)).toEqual([30, 80]);
  });

  it("counts samples that are no finite numbers, and leaves gaps", async () => {
    const x = Float32Array.of(1, Number.NaN, Infinity, -Infinity, 2, 3e38, 1, 1);
    const of = async (type: string, words: number) =>
      reportOf(
        "time",
        (await sinkReports("time-sink", { type, points: 8 }, { length: 8 / words, words, pages: [{ in: x }] }))[0],
      );
    const real = await of("real", 1);
    expect(real.note).toBe("3 samples are no finite numbers, and are not drawn.");
    expect([...real.curves[0].values]).toEqual([1, NaN, NaN, NaN, 2, Math.fround(3e38), 1, 1]);
    const complex = await of("complex", 2);
    expect(complex.note).toBe("2 samples are no finite numbers, and are not drawn.");
    expect([...complex.curves[0].values]).toEqual([NaN, NaN, NaN, NaN, 2, Math.fround(3e38), 1, 1]);
  });

  it("shows bits and integers by their value", async () => {
    const [bits] = await sinkReports(
      "time-sink",
      { type: "bits", points: 16 },
      { length: 4, pages: [{ in: Uint32Array.of(1, 0, 1) }] },
    );
    expect([...reportOf("time", bits).curves[0].values]).toEqual([1, 0, 1]);
    const [integers] = await sinkReports(
      "time-sink",
      { type: "integer", points: 16 },
      { length: 4, pages: [{ in: Int32Array.of(-3, 7) }] },
    );
    expect([...reportOf("time", integers).curves[0].values]).toEqual([-3, 7]);
  });
});
