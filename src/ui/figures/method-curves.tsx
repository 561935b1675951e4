import { plain } from "../format.ts";
import { Chart, type ChartAxis, type Curve } from "./chart.tsx";
import type { Look } from "./looks.ts";

export interface MethodCurve extends Pick<Look, "colour" | "symbol"> {
  short: string;
  points: readonly MethodMark[];
  /** Published values, drawn hollow, and their machine. */
  published?: { points: readonly MethodMark[]; on: string };
  /** Whether another curve is highlighted. */
  faded?: boolean;
}

export interface MethodMark {
  x: number;
  y: number;
  /** Whether the result is wrong. A wrong result is marked, so that it is not taken for a fast one. */
  wrong?: boolean;
}

export interface MethodCurvesProps {
  label: string;
  curves: readonly MethodCurve[];
  xTitle: string;
  yTitle: string;
  unit: string;
  /** A dotted horizontal line and its label. */
  line?: { y: number; text: string };
  /** A dotted vertical line at a size, and its label. */
  mark?: { x: number; text: string };
}

/** A quantity of several methods over a size, on logarithmic axes; one row per method if there is only one size. */
export function MethodCurves({ label, curves, xTitle, yTitle, unit, line, mark }: MethodCurvesProps) {
  const sizes = [...new Set(curves.flatMap(({ points }) => points.map(({ x }) => x)))];
  const wrong = curves.filter(({ points }) => points.some((point) => point.wrong));
  const read = (value: number | string) => `${plain(Number(value), 3)} ${unit}`;
  const common = { label, nearest: true, notes: wrong.length > 0 ? [wrongKey(wrong)] : [] };
  // Room above the plot for the legend of the crosses.
  const margin = { l: 44, r: 12, t: wrong.length > 0 ? 22 : 8, b: 34 };
  if (sizes.length === 1) {
    return (
      <Chart
        {...common}
        x={{ title: yTitle, ...LOG, ...logMarks(curves), read }}
        y={{ title: "", names: curves.map(({ short }) => short) }}
        curves={curves.flatMap((curve) => marksOf(curve, unit))}
        legend={false}
        revision="marks"
        more={{ margin }}
      />
    );
  }
  const labels = directLabels(curves, decades(curves, line?.y));
  return (
    <Chart
      {...common}
      x={{
        title: xTitle,
        ...LOG,
        ticks: ticks(sizes),
        // Four digits are easier to read than 1.024k.
        more: { ...LOG.more, tickangle: 0, tickformat: Math.max(...sizes) < 1e4 ? ",d" : "~s", autorange: true },
        read: (x) => `${plain(Number(x))} ${xTitle}`,
      }}
      y={{
        title: yTitle,
        ...LOG,
        step: stepOf(decades(curves, line?.y)),
        more: { ...LOG.more, autorange: true },
        read,
      }}
      curves={curves.flatMap((curve) => pathsOf(curve, unit))}
      rules={[
        ...(line ? [{ ...line, colour: ACCENT, ink: INK }] : []),
        ...(mark ? [{ ...mark, colour: ACCENT, ink: INK, at: "foot right" as const }] : []),
      ]}
      notes={[...common.notes, ...labels]}
      legend={labels.length === 0 || curves.some(({ published }) => published?.points.length)}
      revision="curves"
      more={{ margin: { ...margin, r: labels.length > 0 ? 82 : 12 } }}
    />
  );
}

const [ACCENT, INK] = ["--accent", "--ink"] as const;
const LOG = { log: true, more: { tickfont: { size: 11 }, minexponent: 4 } };

/** A logarithmic axis with room for the marks at both ends. */
function logMarks(curves: readonly MethodCurve[]) {
  const values = curves.flatMap(({ points, published }) => [...points, ...(published?.points ?? [])].map(({ y }) => y));
  const [least, most] = [Math.log10(Math.min(...values)), Math.log10(Math.max(...values))];
  const margin = 0.15 + 0.04 * (most - least);
  return { range: [10 ** (least - margin), 10 ** (most + margin)] as const, step: stepOf(most - least + 2 * margin) };
}

/** Plotly's tick step of a logarithmic axis: powers of ten, with 2 and 5 between them, or all digits. */
const stepOf = (decades: number): ChartAxis["step"] => (decades > 3 ? 1 : decades > 0.7 ? "D2" : null);

/** How many powers of ten the values span, and one more value if there is one. */
function decades(curves: readonly MethodCurve[], ...more: (number | undefined)[]): number {
  const marks = curves.flatMap(({ points, published }) => [...points, ...(published?.points ?? [])]);
  const values = [...marks.map(({ y }) => y), ...more.filter((value) => value !== undefined)];
  return Math.log10(Math.max(...values) / Math.min(...values));
}

/** The sizes whose labels fit on a logarithmic axis: the last one, and each one far enough from the next. */
function ticks(sizes: number[]): number[] {
  const sorted = sizes.toSorted((a, b) => b - a);
  const apart = (sorted[0] / sorted[sorted.length - 1]) ** (1 / 9);
  const chosen: number[] = [];
  for (const size of sorted) if (chosen.length === 0 || size * apart <= chosen.at(-1)! * 1.0001) chosen.push(size);
  return chosen.toReversed();
}

/** Approximate height of a plot and of one line of labels, px. */
const PLOT_HEIGHT = 170;
const LABEL_HEIGHT = 14;

/** Each curve's name at its end, moved as little as possible so that names do not overlap; no names in a narrow plot. */
function directLabels(curves: readonly MethodCurve[], decades: number) {
  if (!matchMedia("(width >= 500px)").matches) return [];
  const ends = curves.flatMap(({ points, ...style }) => {
    const last = points.findLast(({ wrong }) => !wrong);
    return last ? [{ ...style, y: Math.log10(last.y) }] : [];
  });
  const gap = (Math.max(0.3, decades) * LABEL_HEIGHT) / PLOT_HEIGHT;
  const sorted = ends.toSorted((a, b) => a.y - b.y);
  const places = spreadOut(
    sorted.map(({ y }) => y),
    gap,
  );
  const place = { xref: "paper", x: 1, xshift: 3, xanchor: "left", yanchor: "middle", font: { size: 11 } };
  return sorted.map(({ short, colour, faded }, i) => {
    return { ...place, text: short, y: places[i], opacity: faded ? FADED : 1, colour };
  });
}

/** Moves ascending numbers at least `gap` apart with the least sum of squared moves: numbers that are too close share one centre. */
function spreadOut(numbers: readonly number[], gap: number): number[] {
  const heaps: { centre: number; size: number }[] = [];
  for (const number of numbers) {
    let heap = { centre: number, size: 1 };
    for (;;) {
      const below = heaps.at(-1);
      if (!below || heap.centre - below.centre >= (gap * (heap.size + below.size)) / 2) break;
      heaps.pop();
      const size = heap.size + below.size;
      heap = { centre: (heap.centre * heap.size + below.centre * below.size) / size, size };
    }
    heaps.push(heap);
  }
  return heaps.flatMap(({ centre, size }) =>
    Array.from({ length: size }, (_, i) => centre + (i - (size - 1) / 2) * gap),
  );
}

const FADED = 0.2;
const WRONG: Pick<Curve, "colour" | "symbol" | "size" | "edge" | "width" | "more"> = {
  colour: "--danger",
  symbol: "x-thin",
  size: 14,
  edge: 3,
  width: 0,
  more: { cliponaxis: false },
};

/** The curve of a method, crosses at its wrong results, and its published values as hollow marks. */
function pathsOf({ short, colour, symbol, points, published, faded }: MethodCurve, unit: string): Curve[] {
  const curve = (name: string, marks: readonly { x: number; y: number | null }[], style: Partial<Curve>): Curve => ({
    name,
    colour,
    symbol,
    opacity: faded ? FADED : 1,
    x: marks.map(({ x }) => x),
    y: marks.map(({ y }) => y),
    says: `${name}: %{y:.3~g} ${unit}<extra></extra>`,
    ...style,
  });
  const wrong = points.filter((point) => point.wrong);
  // The line breaks at a wrong result, which is not a point of the curve.
  const right = points.map(({ x, y, wrong }) => ({ x, y: wrong ? null : y }));
  return [
    curve(short, right, { size: 8 }),
    ...(wrong.length ? [curve(`${short}, WRONG`, wrong, WRONG)] : []),
    ...(published?.points.length
      ? [curve(`${short}, published (${published.on})`, published.points, hollow(symbol))]
      : []),
  ];
}

const hollow = (symbol: string) => ({ symbol: `${symbol}-open`, width: 0, size: 12, edge: 2 });

/** One row of marks. Their axis has no zero, so they are points: the length of a bar would mean nothing. */
function marksOf(method: MethodCurve, unit: string): Curve[] {
  return pathsOf(method, unit).map((curve) => ({
    ...curve,
    ...(curve.width !== 0 && { width: 0, size: 10 }),
    x: curve.y,
    y: Array.from(curve.y, () => method.short),
    says: (curve.says as string).replace("%{y", "%{x"),
  }));
}

/** A legend of the crosses above the plot, where no curve crosses it. */
const wrongKey = (curves: readonly MethodCurve[]) => ({
  xref: "paper",
  x: 1,
  xanchor: "right",
  yref: "paper",
  y: 1,
  yanchor: "bottom",
  text: `✕ wrong: ${curves.map(({ short }) => short).join(", ")}`,
  colour: "--danger" as const,
});
