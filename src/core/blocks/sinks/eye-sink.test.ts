import { expect, it } from "vitest";
import { noise, pagesOf, reportOf, sinkReports } from "./testing.ts";

it("cuts traces of the eye at the same place of every symbol for every page size", async () => {
  const x = noise(5, 2 * 150);
  const parameters = { samplesPerSymbol: 4, symbols: 2, traces: 3, offset: 5 };
  const last = async (length: number) =>
    reportOf(
      "eye",
      (await sinkReports("eye-sink", parameters, { length, words: 2, pages: pagesOf(x, length, 2) })).at(-1),
    );
  const { traces, length, symbols } = await last(150);
  expect([length, symbols]).toEqual([9, 2]);
  // The last trace that fits 150 samples begins at 5 + 17·8 = 141.
  const expected = [125, 133, 141].flatMap((from) =>
    [0, 1].flatMap((part) => Array.from({ length: 9 }, (_, n) => x[2 * (from + n) + part])),
  );
  expect([...traces]).toEqual(expected);
  expect((await last(11)).traces).toEqual(traces);
});

it("counts each sample that is no finite number once, and leaves gaps", async () => {
  const x = Float32Array.from({ length: 20 }, (_, n) => (n === 8 ? Infinity : n === 9 ? Number.NaN : n));
  const parameters = { type: "real", samplesPerSymbol: 4, symbols: 1, traces: 9 };
  const [report] = await sinkReports("eye-sink", parameters, { length: 20, pages: [{ in: x }] });
  const { traces, note } = reportOf("eye", report);
  // Sample 8 ends one trace, and begins the next.
  expect(note).toBe("2 samples are no finite numbers, and are not drawn.");
  expect([...traces].map((value, i) => (Number.isNaN(value) ? i : -1)).filter((i) => i >= 0)).toEqual([9, 10, 11]);
});
