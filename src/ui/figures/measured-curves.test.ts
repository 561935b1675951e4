import { expect, it } from "vitest";
import { type MeasuredPoint, measuredCurves } from "./measured-curves.ts";
import { alike } from "./plotly/alike.ts";
import { drawingOf, steady, type Trace } from "./plotly/drawing.ts";
import { legendOf } from "./plotly/legend.tsx";

const WRONG: MeasuredPoint = { errors: 3, trials: 1000, rate: 3e-3, ci95: [1e-3, 6e-3] };
const CLEAN: MeasuredPoint = { errors: 0, trials: 1000, rate: 0, ci95: [0, 3e-3] };
const UNCOUNTED: MeasuredPoint = { errors: 0, trials: 0, rate: null, ci95: null };

function tracesOf(points: readonly MeasuredPoint[]): Trace[] {
  const curves = measuredCurves({ short: "MMSE", colour: "--blue", symbol: "diamond", points }, () => 1, "bits");
  return drawingOf({ label: "", x: { title: "x" }, y: { title: "y" }, curves }, (name) => name).traces;
}

const CASES = [
  ["points with and without errors", [WRONG, CLEAN], ["MMSE"]],
  ["points with errors only", [WRONG], ["MMSE"]],
  ["points without errors only", [CLEAN], ["MMSE"]],
  ["no points", [UNCOUNTED], []],
] as const;

it.each(CASES)("%s have the same curves, so that only values are redrawn", (_, points) => {
  expect(alike(steady(tracesOf([WRONG, CLEAN])), steady(tracesOf(points)), "but values")).toBe(true);
});

it.each(CASES)("%s are one entry of the legend", (_, points, names) => {
  expect(legendOf(tracesOf(points)).map(({ name }) => name)).toEqual(names);
});
