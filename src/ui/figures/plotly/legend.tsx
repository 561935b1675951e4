import { useAttention } from "../attention.ts";
import { CIRCLE, SHAPES } from "../shapes.ts";
import type { Trace } from "./drawing.ts";

/** One curve in the legend of a plot. */
export interface LegendEntry {
  name: string;
  /** The algorithm that the entry highlights. */
  of?: string;
  colour: string;
  /** Dash pattern of the line; absent if the curve has none. */
  dash?: string;
  /** SVG path of the marker; absent if the curve has none. */
  shape?: string;
  hollow: boolean;
}

/** Dash patterns of SVG for Plotly's names. */
const DASHES: Readonly<Record<string, string>> = { solid: "", dot: "1.5 2.5", dash: "5 3", longdash: "8 3" };
const BAR = "M-4.5 -3.5H4.5V3.5H-4.5Z";
/** The mark of an upper limit. */
const ARROW = "M-4 -2.5H4L0 3.5Z";

/** Returns an entry for each named curve; the parts of one curve share an entry, named after their group. */
export function legendOf(traces: readonly Trace[]): LegendEntry[] {
  const entries = new Map<string, LegendEntry>();
  for (const trace of traces) {
    const { name, showlegend, legendgroup = name, x } = trace;
    if (name && showlegend !== false && x.length && !entries.has(legendgroup as string)) {
      entries.set(legendgroup as string, entryOf(trace, legendgroup as string));
    }
  }
  return [...entries.values()];
}

function entryOf(trace: Trace, name: string): LegendEntry {
  const { type, mode, marker, line, of } = trace;
  const [mark, stroke] = [(marker ?? {}) as Mark, (line ?? {}) as { color?: string; dash?: string }];
  if (type === "bar") {
    const hollow = /rgba\(.*, *0\)$/.test(String(first(mark.color)));
    return { name, of, colour: (hollow ? mark.line?.color : first(mark.color)) ?? "", shape: BAR, hollow };
  }
  const fill = trace.fillcolor as string | undefined;
  if (fill) return { name, of, colour: fill, shape: BAR, hollow: false };
  const [lines, markers] = [String(mode).includes("lines"), String(mode).includes("markers")];
  // A curve may have marks of several kinds; the filled one is its own.
  const symbols = [mark.symbol ?? CIRCLE.symbol].flat();
  const symbol = symbols.find((one) => !one.endsWith("-open")) ?? symbols[0] ?? CIRCLE.symbol;
  const shape = SHAPES.find((one) => one.symbol === symbol.replace("-open", "")) ?? CIRCLE;
  return {
    name,
    of,
    colour: stroke.color ?? first(mark.color) ?? "",
    ...(lines && { dash: stroke.dash ?? "solid" }),
    ...(markers && { shape: symbol === "arrow-down" ? ARROW : shape.shape }),
    hollow: symbol.endsWith("-open"),
  };
}

interface Mark {
  color?: string | readonly string[];
  symbol?: string | readonly string[];
  line?: { color?: string };
}

const first = <T,>(values: T | readonly T[] | undefined): T | undefined => [values].flat()[0] as T | undefined;

/** The legend above a plot. Pointing at an entry highlights its algorithm in every figure. */
export function PlotLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <ul className="legend">
      {entries.map(({ name, of, ...style }) => (
        <li
          key={name}
          onPointerEnter={() => of && useAttention.setState({ highlight: of })}
          onPointerLeave={() => of && useAttention.setState({ highlight: undefined })}
        >
          <Sample {...style} /> {name}
        </li>
      ))}
    </ul>
  );
}

function Sample({ colour, dash, shape, hollow }: Omit<LegendEntry, "name" | "of">) {
  // A dash pattern with several parts needs a longer sample.
  const half = dash === undefined ? 5.5 : dash.includes(",") ? 18 : 9;
  return (
    <svg className="glyph" width={2 * half} height={11} viewBox={`${-half} -5.5 ${2 * half} 11`} aria-hidden="true">
      {dash !== undefined && (
        <path
          d={`M${-half} 0H${half}`}
          stroke={colour}
          strokeWidth={1.5}
          strokeDasharray={DASHES[dash] ?? dash.replaceAll("px", "")}
        />
      )}
      {shape && <path d={shape} fill={hollow ? "none" : colour} stroke={hollow ? colour : "none"} strokeWidth={1.5} />}
    </svg>
  );
}
