import { type Ref, useCallback } from "react";
import { fixed } from "../format.ts";
import type { Picture } from "./card.tsx";
import { Plot, type Trace } from "./plotly/plot.tsx";
import type { Palette } from "./theme.ts";

/** The information that two parts of an iterative receiver exchanged, in bits per bit. */
export interface ExitTrajectory {
  name: string;
  colour: `--${string}`;
  /** By iteration: the output of the first part, and then of the second part. */
  information: readonly { first: number; second: number }[];
  /** The algorithm; its curves fade while another is highlighted. */
  of?: string;
}

/** The output of one part over its input, in bits per bit. */
export interface ExitCurve {
  name: string;
  colour: `--${string}`;
  /** The part whose output it is: the first part's input is on the horizontal axis, the second part's on the vertical one. */
  part: "first" | "second";
  points: readonly { input: number; output: number }[];
  of?: string;
}

export interface ExitChartProps {
  label: string;
  /** Names of the two parts, e.g. "decoder 1" and "decoder 2". */
  parts: readonly [string, string];
  curves: readonly ExitCurve[];
  trajectories: readonly ExitTrajectory[];
  /** A highlighted place on a trajectory. */
  now?: { name: string; first: number; second: number };
  picture: Ref<Picture>;
}

/** An EXIT chart: the information that two parts of a receiver pass to each other in turn, and their transfer curves. */
export function ExitChart({ label, parts, curves, trajectories, now, picture }: ExitChartProps) {
  const [one, two] = parts;
  const draw = useCallback(
    (palette: Palette) => {
      const traces: Trace[] = [
        ...curves.map((curve) => curveTrace(curve, [one, two], palette)),
        ...trajectories.map((trajectory) => stairs(trajectory, [one, two], palette)),
      ];
      if (now) traces.push(ring(now, palette));
      const axis = { range: [-0.02, 1.03], dtick: 0.2, tickformat: ".1f" };
      return {
        traces,
        layout: {
          xaxis: { ...axis, title: `${capital(two)} to ${one} (bits per bit)`, constrain: "domain" },
          yaxis: {
            ...axis,
            title: `${capital(one)} to ${two} (bits per bit)`,
            scaleanchor: "x",
            constrain: "domain",
          },
          hovermode: "closest",
        },
      };
    },
    [one, two, curves, trajectories, now],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(x) => `from ${two}: ${fixed(Number(x), 3)} bits per bit`}
      readY={(y) => `from ${one}: ${fixed(Number(y), 3)} bits per bit`}
    />
  );
}

const capital = (text: string) => text[0].toUpperCase() + text.slice(1);
const exchanged = ([one, two]: readonly [string, string]) =>
  `from ${two}: %{x:.3f} bits per bit<br>from ${one}: %{y:.3f} bits per bit<extra></extra>`;

/** The exchange as stairs: up after the first part, to the right after the second. */
function stairs(
  { name, colour, information, of }: ExitTrajectory,
  parts: readonly [string, string],
  palette: Palette,
): Trace {
  const color = palette(colour);
  const x = [0];
  const y = [0];
  const said = ["before the first iteration"];
  for (const [i, { first, second }] of information.entries()) {
    x.push(x[x.length - 1], second);
    y.push(first, first);
    said.push(...parts.map((part) => `iteration ${i + 1}, after ${part}`));
  }
  return {
    type: "scatter",
    mode: "lines+markers",
    name,
    of,
    cliponaxis: false,
    x,
    y,
    line: { color, width: 1.5 },
    marker: {
      color,
      symbol: x.map((_, i) => (i === 0 ? "circle-open" : i % 2 ? "triangle-up" : "triangle-right")),
      size: 8,
    },
    customdata: said,
    hovertemplate: `%{customdata}<br>${exchanged(parts)}`,
  };
}

function curveTrace(
  { name, colour, part, points, of }: ExitCurve,
  parts: readonly [string, string],
  palette: Palette,
): Trace {
  const [inputs, outputs] = [points.map(({ input }) => input), points.map(({ output }) => output)];
  return {
    type: "scatter",
    mode: "lines",
    name,
    of,
    cliponaxis: false,
    x: part === "first" ? inputs : outputs,
    y: part === "first" ? outputs : inputs,
    line: { color: palette(colour), width: 2, dash: part === "first" ? "dash" : "longdash" },
    hovertemplate: `${name}<br>${exchanged(parts)}`,
  };
}

const ring = ({ name, first, second }: { name: string; first: number; second: number }, palette: Palette): Trace => ({
  type: "scatter",
  mode: "markers",
  name,
  cliponaxis: false,
  x: [second],
  y: [first],
  hoverinfo: "skip",
  marker: { symbol: "circle-open", size: 16, color: palette("--ink"), line: { color: palette("--ink"), width: 2 } },
});
