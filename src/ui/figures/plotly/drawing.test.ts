import { expect, it } from "vitest";
import type { ChartProps, Curve } from "../chart.tsx";
import { drawingOf, readAxis } from "./drawing.ts";

const palette = (property: string) => `<${property}>`;
const curve = (more: Partial<Curve> = {}): Curve => ({ name: "c", colour: "--blue", x: [1, 2], y: [3, 4], ...more });
const draw = (more: Partial<ChartProps>) =>
  drawingOf({ label: "Figure", x: { title: "x" }, y: { title: "y" }, curves: [curve()], ...more }, palette);

it.each([
  [{ title: "Tap", read: "tap" }, -60, "tap −60"],
  [{ title: "Phase", unit: "°", digits: 1 }, -56.04, "−56.0°"],
  [{ title: "Gain", unit: "dB", digits: 2 }, 3, "3.00 dB"],
  [{ title: "Size" }, 12_345.6, "12350"],
  [{ title: "Size", unit: "samples", read: () => "64 K" }, 65_536, "64 K"],
  [{ title: "", names: ["CPU"] }, "CPU", "CPU"],
])("reads %j at %s as %s", (axis, value, text) => {
  expect(readAxis(axis, value)).toBe(text);
});

it("places panels from the top, with room for an own axis between them", () => {
  const { layout, traces } = draw({
    y: [{ title: "a" }, { title: "b" }, { title: "c", x: { title: "own" } }, { title: "d", right: true }],
    curves: [curve(), curve({ axis: 1 }), curve({ axis: 2 }), curve({ axis: 3 })],
  });
  expect(traces.map(({ xaxis, yaxis }) => [xaxis, yaxis])).toEqual([
    [undefined, undefined],
    [undefined, "y2"],
    ["x2", "y3"],
    ["x2", "y4"],
  ]);
  const domains = ["yaxis", "yaxis2", "yaxis3"].map((name) => (layout[name] as { domain: number[] }).domain);
  expect(domains.flat().map((end) => Number(end.toFixed(2)))).toEqual([0.76, 1, 0.44, 0.68, 0, 0.24]);
  // The common axis is below the last panel that it belongs to.
  expect(layout.xaxis).toMatchObject({ title: "x", anchor: "y2" });
  expect(layout.xaxis2).toMatchObject({ title: "own", anchor: "y3" });
  expect(layout.yaxis4).toMatchObject({ overlaying: "y3", side: "right" });
});

it("takes ranges, rules and spans in units of a logarithmic axis", () => {
  const { layout } = draw({
    x: { title: "Size", unit: "samples", log: true, range: [1, 1000] },
    rules: [{ x: 100, colour: "--accent", text: "here" }],
    spans: [{ from: 1, to: 100, colour: "--wash", name: "small" }],
  });
  expect(layout.xaxis).toMatchObject({ title: "Size (samples)", type: "log", range: [0, 3] });
  expect(layout.shapes).toMatchObject([
    { x0: 1, x1: 100 },
    { x0: 100, x1: 100 },
  ]);
  expect(layout.annotations).toMatchObject([
    { text: "small", x: 1 },
    { text: "here", x: 2 },
  ]);
});

it.each([
  ["a line", {}, { mode: "lines", line: { color: "<--blue>", width: 1.5 } }],
  ["markers", { width: 0, symbol: "x" }, { mode: "markers", marker: { symbol: "x", size: 6 } }],
  ["stems", { width: 0, symbol: "x", stems: true }, { error_y: { array: [0, 0], arrayminus: [3, 4] } }],
  ["intervals", { bounds: { low: [2, 2], high: [5, 7] } }, { error_y: { array: [2, 3], arrayminus: [1, 2] } }],
  ["bars", { bars: [1, 1] }, { type: "bar", base: [1, 1] }],
  ["a curve without readings", { quiet: "always" }, { showlegend: false, hoverinfo: "skip" }],
] as const)("draws %s", (_, style, trace) => {
  expect(draw({ curves: [curve(style as Partial<Curve>)] }).traces).toMatchObject([trace]);
});

it("draws an area between two edges", () => {
  const { traces } = draw({ curves: [curve({ area: [0, 0], width: 0 })] });
  expect(traces).toMatchObject([
    { y: [0, 0], showlegend: false },
    { y: [3, 4], fill: "tonexty" },
  ]);
});
