import { fixed, rate } from "../format.ts";
import { onDemand } from "../elements/on-demand.tsx";
import { wantPlotly } from "./plotly/library.ts";

/** A CSS custom property that is a colour. */
export type Colour = `--${string}`;
/** Numbers, names of a category axis, or null where a curve is interrupted. */
export type Values = ArrayLike<number | string | null>;
type Range = readonly [from: number, to: number];

/** An axis. Its title ends in its unit, and readings have its decimals and its unit. */
export interface ChartAxis {
  title: string;
  unit?: string;
  /** Decimals of a reading; by default it has four significant digits. */
  digits?: number;
  /** A reading for the keyboard, or the word before it: tap −60. */
  read?: string | ((value: number | string) => string);
  /** In units of the axis, also if it is logarithmic. By default the axis follows the curves. */
  range?: Range;
  log?: boolean;
  /** Ticks at these values, with these texts. */
  ticks?: ArrayLike<number>;
  texts?: readonly string[];
  /** Distance of ticks; on a logarithmic axis a number of decades, "D2" for 1, 2 and 5, or null for all digits. */
  step?: number | "D2" | null;
  /** True: the axis begins at 0. */
  fromZero?: boolean;
  /** The colour of a line at 0. */
  zero?: Colour;
  /** The axis has these names, the first at the top. */
  names?: readonly string[];
  colour?: Colour;
  /** Further options of Plotly’s axis. */
  more?: object;
}

/** A vertical axis. Each has a panel below the one before. */
export interface PanelAxis extends ChartAxis {
  /** Height relative to the other panels, by default 1. */
  part?: number;
  /** At the right of the panel before, instead of in an own panel. */
  right?: true;
  /** The panel’s own horizontal axis. */
  x?: ChartAxis;
}

/** A curve: a line, markers, stems, bars or an area. */
export interface Curve {
  name: string;
  /** Its algorithm. Pointing at the curve highlights the algorithm everywhere; the curve fades while another one is highlighted. */
  of?: string;
  x: Values;
  y: Values;
  /** Its colour; bars may have one each. */
  colour: Colour | readonly Colour[];
  /** The index of its vertical axis, by default 0. */
  axis?: number;
  /** Of its line, px; 0 for markers without a line. By default 1.5. */
  width?: number;
  /** Plotly’s dash pattern. */
  dash?: string;
  /** True: the line is a staircase. */
  steps?: boolean;
  /** The shape of its markers; without one it has none. */
  symbol?: string | readonly string[];
  size?: number;
  /** The width of a hollow marker’s line, px. */
  edge?: number;
  /** Markers to draw at most. */
  most?: number;
  /** True: stems down to zero. */
  stems?: boolean;
  /** Ends of error bars. */
  bounds?: { low: readonly number[]; high: readonly number[] };
  /** The other edge of an area whose one edge is `y`. */
  area?: Values;
  /** Bars along the values from these ends. */
  bars?: ArrayLike<number> | number;
  /** True: bars without a filling. */
  hollow?: boolean;
  /** A text at its last point. */
  label?: string;
  /** 0 to 1. */
  opacity?: number;
  /** What the pointer reads: a text for each point, or Plotly’s template. */
  says?: readonly string[] | string;
  /** Where it does not appear: in the legend, in what pointer and keyboard read, or in both. */
  quiet?: "in the legend" | "to readers" | "always";
  /** Further options of Plotly’s trace. */
  more?: object;
}

/** A line across the figure at one value, with a text at its end. */
export interface Rule {
  x?: number;
  y?: number;
  colour: Colour;
  width?: number;
  dash?: string;
  text?: string;
  /** Where a vertical rule’s text is: above the panels, or at their foot on one side. */
  at?: "above" | "above left" | "above right" | "foot left" | "foot right" | "top left" | "top right";
  /** The colour of the text, if it is not the rule’s. */
  ink?: Colour;
}

/** A part of the horizontal axis, with a name above it. */
export interface Span extends Partial<Record<"name", string>> {
  from: number;
  to: number;
  colour: Colour;
  opacity?: number;
}

export interface ChartProps {
  /** Name of the figure for screen readers. */
  label: string;
  x: ChartAxis;
  y: PanelAxis | readonly PanelAxis[];
  curves: readonly Curve[];
  rules?: readonly Rule[];
  spans?: readonly Span[];
  /** Texts in the figure, as Plotly’s annotations with a colour of the page. */
  notes?: readonly ({ text: string; colour?: Colour } & Record<string, unknown>)[];
  /** False if labels beside the curves, or the card, name them; true if a single curve needs a legend, too. */
  legend?: boolean;
  /** True: the pointer reads the nearest point instead of all curves. */
  nearest?: boolean;
  /** A zoom ends when this changes. */
  revision?: string;
  /** Further options of Plotly’s layout. */
  more?: object;
}

/**
 * A chart of curves in the page's style. It follows theme and size and redraws at most ten times per second, if its data differ. Arrow
 * keys move a cursor from point to point, which is read aloud. Its code is fetched with Plotly, after the page is shown.
 */
export const Chart = onDemand<ChartProps>(
  async () => {
    wantPlotly();
    return (await import("./plotly/plot-view.tsx")).PlotView;
  },
  {
    pending: (
      <div className="plot" data-state="loading">
        <div className="plot-frame">
          <div className="plot-root" />
        </div>
      </div>
    ),
    failed: "The figure’s plot could not be fetched or drawn.",
  },
);

/** Ticks at multiples of `step` samples, with the time in µs below. */
export function sampleTicks(
  from: number,
  to: number,
  step: number,
  sampleRate: number,
): Pick<ChartAxis, "ticks" | "texts" | "range" | "more"> {
  const first = Math.ceil(from / step) * step;
  const ticks = Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, i) => first + i * step);
  return {
    ticks,
    texts: ticks.map((k) => `${fixed(k, 0)}<br>${k ? fixed((1e6 * k) / sampleRate, 1) : 0}`),
    range: [from - 1.5, to + 1.5],
    more: { tickangle: 0 },
  };
}

/** Returns a logarithmic axis of error rates from the power of ten below the lowest one. */
export const errorRateAxis = (title: string, lowest: number, highest = 0.5): ChartAxis => ({
  title,
  log: true,
  range: [10 ** Math.max(-10, Math.floor(Math.log10(lowest))), highest],
  more: { hoverformat: ".1e" },
  read: (y) => rate(Number(y)),
});
