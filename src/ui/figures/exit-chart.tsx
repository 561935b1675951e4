import { fixed } from "../format.ts";
import { Chart, type ChartAxis, type Curve } from "./chart.tsx";

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
}

/** An EXIT chart: the information that two parts of a receiver pass to each other in turn, and their transfer curves. */
export function ExitChart({ label, parts, curves, trajectories, now }: ExitChartProps) {
  const [one, two] = parts;
  const axis = (from: string, to: string): ChartAxis => ({
    title: `${capital(from)} to ${to}`,
    unit: "bits per bit",
    range: [-0.02, 1.03],
    step: 0.2,
    more: { tickformat: ".1f", constrain: "domain", ...(from === one && { scaleanchor: "x" }) },
    read: (value) => `from ${from}: ${fixed(Number(value), 3)} bits per bit`,
  });
  return (
    <Chart
      label={label}
      x={axis(two, one)}
      y={axis(one, two)}
      curves={[
        ...curves.map((curve) => transfer(curve, parts)),
        ...trajectories.map((trajectory) => stairs(trajectory, parts)),
        ...(now ? [ring(now)] : []),
      ]}
      nearest
    />
  );
}

const capital = (text: string) => text[0].toUpperCase() + text.slice(1);
const exchanged = ([one, two]: readonly [string, string]) =>
  `from ${two}: %{x:.3f} bits per bit<br>from ${one}: %{y:.3f} bits per bit<extra></extra>`;
const UNCUT = { cliponaxis: false };

/** The exchange as stairs: up after the first part, to the right after the second. */
function stairs({ information, ...style }: ExitTrajectory, parts: readonly [string, string]): Curve {
  const x = [0];
  const y = [0];
  const said = ["before the first iteration"];
  for (const [i, { first, second }] of information.entries()) {
    x.push(x[x.length - 1], second);
    y.push(first, first);
    said.push(...parts.map((part) => `iteration ${i + 1}, after ${part}`));
  }
  return {
    ...style,
    x,
    y,
    symbol: x.map((_, i) => (i === 0 ? "circle-open" : i % 2 ? "triangle-up" : "triangle-right")),
    size: 8,
    says: said,
    more: { ...UNCUT, hovertemplate: `%{customdata}<br>${exchanged(parts)}` },
  };
}

function transfer({ name, colour, part, points, of }: ExitCurve, parts: readonly [string, string]): Curve {
  const [inputs, outputs] = [points.map(({ input }) => input), points.map(({ output }) => output)];
  const first = part === "first";
  return {
    name,
    of,
    colour,
    x: first ? inputs : outputs,
    y: first ? outputs : inputs,
    width: 2,
    dash: first ? "dash" : "longdash",
    says: `${name}<br>${exchanged(parts)}`,
    more: UNCUT,
  };
}

const ring = ({ name, first, second }: NonNullable<ExitChartProps["now"]>): Curve => ({
  name,
  colour: "--ink",
  x: [second],
  y: [first],
  width: 0,
  symbol: "circle-open",
  size: 16,
  edge: 2,
  quiet: "to readers",
  more: UNCUT,
});
