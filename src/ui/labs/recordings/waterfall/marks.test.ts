import { describe, expect, it } from "vitest";
import { type Box, frameOf } from "./frame.ts";
import { ABOVE, drawBoxes, freeLabels, INSIDE, isSameBox, labelBoxes, linesAt, MOST_BOXES } from "./marks.ts";

const SAMPLES = 1_000_000;
const frame = frameOf({ width: 900, height: 420, text: 12 }, { start: 0, count: SAMPLES }, [-0.5, 0.5]);
const parts = (path: string) => path.split("M").length - 1;
const numbers = (path: string) => path.match(/-?\d+(\.\d+)?/g)!.map(Number);

/** Bursts over the whole recording, in as many bands as there are rows. */
const bursts = (count: number, rows: number, length = 20) =>
  Array.from({ length: count }, (_, i) => {
    const low = -0.48 + (0.96 * (i % rows)) / rows;
    return { start: Math.floor((i * SAMPLES) / count), count: length, low, high: low + 0.01, text: `burst ${i}` };
  });
const draw = (boxes: ReturnType<typeof bursts>) => ({
  ...drawBoxes(boxes, frame),
  labels: labelBoxes(boxes, frame, ({ text }) => text),
});

describe("labs/recordings/waterfall/marks", () => {
  it("draws few boxes where they are, with their labels", () => {
    const { path, labels, inView, drawn } = draw([
      { start: 0, count: SAMPLES / 2, low: 0, high: 0.25, text: "the first half" },
      { start: SAMPLES / 4, count: 1, low: -0.5, high: -0.25, text: "too narrow for a label" },
      { start: -500, count: 100, low: 0, high: 0.1, text: "before the view" },
    ]);
    expect([inView, drawn, parts(path)]).toEqual([2, 2, 2]);
    const [x, y, width, height] = numbers(path);
    expect(x).toBe(frame.left);
    expect(width).toBeCloseTo(frame.width / 2, 0);
    expect(y).toBeCloseTo(frame.top + frame.height / 4, 0);
    expect(height).toBeCloseTo(frame.height / 4, 0);
    expect(labels.map(({ text }) => text)).toEqual(["the first half"]);
  });

  it("moves labels to where no other one is", () => {
    const at = (start: number, high: number) =>
      draw([{ start, count: SAMPLES / 4, low: high - 0.1, high, text: "FSK" }]).labels[0];
    const heights = (...taken: ReturnType<typeof at>[]) =>
      freeLabels([at(0, 0.2), at(0, 0.2)], taken, ABOVE, frame).map(({ y }) => y - at(0, 0.2).y);
    const line = expect.closeTo(1.35 * frame.text, 6);
    const above = expect.closeTo(-1.35 * frame.text, 6);
    expect(heights()).toEqual([above, 0]);
    expect(heights(at(0, 0.2))).toEqual([above, line]);
    // A label above the box is of another annotation.
    const other = { ...at(0, 0.2), y: at(0, 0.2).y - frame.text };
    expect(heights(other)).toEqual([0, line]);
    expect(heights(at(SAMPLES / 8, 0.2))).toEqual([above, 0]);
    // At the top of the map there is no line above.
    expect(freeLabels([at(0, 0.5)], [at(0, 0.5)], ABOVE, frame).map(({ y }) => y - at(0, 0.5).y)).toEqual([line]);
  });

  it("leaves labels of annotations in their boxes where they can be", () => {
    const at = (high: number) =>
      draw([{ start: 0, count: SAMPLES / 4, low: high - 0.01, high, text: "FSK" }]).labels[0];
    const labels = [at(0.2), at(0.195), at(-0.2)];
    const free = freeLabels(labels, [], INSIDE, frame).map(({ y }, i) => y - labels[i].y);
    expect(free).toEqual([0, expect.closeTo(1.35 * frame.text, 6), 0]);
  });

  it("knows boxes of one signal", () => {
    const isSame = (one: Box, other: Box) => isSameBox(one, other, frame);
    const box = { start: SAMPLES / 10, count: SAMPLES / 5, low: 0.1, high: 0.3 };
    const tone = { ...box, high: 0.1 };
    expect(isSame(box, { ...box, start: SAMPLES / 6, low: 0.07 })).toBe(true);
    // On the map, both are lines.
    expect(isSame(tone, { ...tone, low: 0.098, high: 0.101 })).toBe(true);
    expect(isSame(box, { ...box, start: SAMPLES / 4 })).toBe(false);
    expect(isSame(box, { ...box, count: SAMPLES / 50 })).toBe(false);
    expect(isSame(tone, { ...tone, low: 0.15, high: 0.15 })).toBe(false);
  });

  it("shortens a label only where another one is beside it", () => {
    const box = { count: SAMPLES / 25, low: 0, high: 0.1, text: "pi/4-DQPSK" };
    const texts = (...starts: number[]) =>
      draw(starts.map((start) => ({ ...box, start }))).labels.map(({ text }) => text);
    expect(texts(0, SAMPLES / 2)).toEqual(["pi/4-DQPSK", "pi/4-DQPSK"]);
    expect(texts(0, SAMPLES / 20)).toEqual(["pi/…", "pi/4-DQPSK"]);
    const narrow = { ...box, count: SAMPLES / 80 };
    expect(draw([0, SAMPLES / 20].map((start) => ({ ...narrow, start }))).labels).toHaveLength(1);
    // At the end of the map there is no room beside the box.
    expect(texts(0.96 * SAMPLES)).toEqual(["pi…"]);
  });

  it("keeps labels of wide characters within the map, and their characters whole", () => {
    const all = { start: 0, count: SAMPLES, low: 0, high: 0.1 };
    for (const [character, width] of [
      ["W", 11.9],
      ["信", 12],
      ["📡", 12],
      ["a", 7],
    ] as const) {
      const [{ x, text }] = draw([{ ...all, text: character.repeat(300) }]).labels;
      const [kept, end] = [[...text].slice(0, -1), [...text].at(-1)];
      expect([new Set(kept), end]).toEqual([new Set([character]), "…"]);
      expect(kept.length * width).toBeGreaterThan(0.9 * frame.width);
      expect(x + kept.length * width).toBeLessThanOrEqual(frame.left + frame.width);
    }
  });

  it.each([
    ["30,000 in 5 bands", bursts(30_000, 5)],
    ["150,000 in 500 bands", bursts(150_000, 500)],
    ["30,000 as long as the recording", bursts(30_000, 1000, SAMPLES)],
    ["30,000 at one place", bursts(30_000, 1, SAMPLES).map((box) => ({ ...box, start: 0 }))],
  ])("draws a bounded number of elements of %s, within the map", (_, boxes) => {
    const { path, labels, inView, drawn } = draw(boxes);
    expect(inView).toBe(boxes.length);
    expect(drawn).toBeLessThanOrEqual(MOST_BOXES);
    expect(parts(path)).toBe(drawn);
    expect(labels.length).toBeLessThanOrEqual(300);
    // Every band has a rectangle nearby.
    const tops = new Set(path.split("M").slice(1).map((part) => numbers(part)[1])); // prettier-ignore
    for (const { high } of boxes.slice(0, 500)) {
      const y = frame.top + (0.5 - high) * frame.height;
      expect(Math.min(...[...tops].map((top) => Math.abs(top - y)))).toBeLessThan(9);
    }
  });

  it("draws one line per pixel for the starts of captures", () => {
    const starts = Array.from({ length: 100_000 }, (_, i) => i * 10);
    expect(parts(linesAt(starts, frame))).toBeLessThanOrEqual(frame.width + 1);
    expect(parts(linesAt([SAMPLES / 2, 2 * SAMPLES], frame))).toBe(1);
  });
});
