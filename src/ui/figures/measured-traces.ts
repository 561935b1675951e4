import { counted, type CountedUnit, rateWithin } from "../format.ts";
import type { Look } from "./looks.ts";
import type { Trace } from "./plotly/plot.tsx";
import type { Palette } from "./theme.ts";

/** A measured error rate. */
export interface MeasuredPoint {
  errors: number;
  /** Counted bits or frames; a point with 0 is not drawn. */
  trials: number;
  rate: number | null;
  ci95: readonly [number, number] | null;
}

/** The name and look of a measured curve. */
export interface MeasuredSeries extends Pick<Look, "colour" | "symbol"> {
  short: string;
  /** Dash pattern in Plotly's form, e.g. "10px,3px". Default: solid. */
  dash?: string;
  /** A text at the curve's last point. */
  label?: string;
  /** The algorithm's name. Its curves fade while another is highlighted. */
  of?: string;
}

/**
 * Returns the traces of a measured error rate: 95 % confidence intervals as bars, and points without an error as upper
 * limits.
 */
export function measuredTraces<Point extends MeasuredPoint>(
  { short, colour, symbol, dash, label, points, of }: MeasuredSeries & { points: readonly Point[] },
  xOf: (point: Point) => number,
  unit: CountedUnit,
  palette: Palette,
): Trace[] {
  const color = palette(colour);
  const describe = ({ errors, trials, rate, ci95 }: MeasuredPoint) =>
    `${counted(errors, trials, unit)},<br>${rateWithin(rate ?? 0, ci95!)}`;
  const seen = points.filter((point) => point.errors > 0 && point.ci95);
  const clean = points.filter((point) => point.errors === 0 && point.ci95);
  const measured: Trace = {
    type: "scatter",
    mode: label ? "lines+markers+text" : "lines+markers",
    name: short,
    of,
    legendgroup: short,
    x: seen.map(xOf),
    y: seen.map((point) => point.rate),
    line: { color, width: 1.5, dash },
    ...(label && {
      text: seen.map((_, i) => (i === seen.length - 1 ? label : "")),
      textposition: "bottom left",
      textfont: { color, size: 12 },
    }),
    marker: { color, symbol, size: 8 },
    error_y: {
      type: "data",
      symmetric: false,
      array: seen.map(({ rate, ci95 }) => ci95![1] - rate!),
      arrayminus: seen.map(({ rate, ci95 }) => rate! - ci95![0]),
      color,
      thickness: 1,
      width: 3,
    },
    customdata: seen.map(describe),
    hovertemplate: `${short}: %{customdata}<extra></extra>`,
  };
  if (clean.length === 0) return [measured];
  const limits: Trace = {
    type: "scatter",
    mode: "markers",
    name: seen.length > 0 ? `${short}, no error: below` : short,
    legendgroup: short,
    // The limits name a curve that has no other points.
    showlegend: seen.length === 0,
    of,
    x: clean.map(xOf),
    y: clean.map((point) => point.ci95![1]),
    marker: { color, symbol: "arrow-down", size: 11 },
    customdata: clean.map(describe),
    hovertemplate: `${short}: %{customdata}<extra></extra>`,
  };
  return [measured, limits];
}
