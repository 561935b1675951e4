import { counted, type CountedUnit, rateWithin } from "../format.ts";
import type { Curve } from "./chart.tsx";
import type { Look } from "./looks.ts";

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

/** Returns the curves of a measured error rate: 95 % confidence intervals as bars, and points without an error as upper limits. */
export function measuredCurves<Point extends MeasuredPoint>(
  { short, colour, symbol, dash, label, points, of }: MeasuredSeries & { points: readonly Point[] },
  xOf: (point: Point) => number,
  unit: CountedUnit,
): Curve[] {
  const seen = points.filter((point) => point.errors > 0 && point.ci95);
  const clean = points.filter((point) => point.errors === 0 && point.ci95);
  const curve = (shown: readonly Point[], y: readonly number[], style: Partial<Curve>): Curve => ({
    name: short,
    of,
    colour,
    x: shown.map(xOf),
    y,
    says: shown.map(
      ({ errors, trials, rate, ci95 }) => `${counted(errors, trials, unit)},<br>${rateWithin(rate ?? 0, ci95!)}`,
    ),
    ...style,
    more: { legendgroup: short, hovertemplate: `${short}: %{customdata}<extra></extra>` },
  });
  const bounds = { low: seen.map(({ ci95 }) => ci95![0]), high: seen.map(({ ci95 }) => ci95![1]) };
  const rates = seen.map(({ rate }) => rate!);
  const limits = clean.map(({ ci95 }) => ci95![1]);
  // Always two curves: Plotly redraws the whole figure when one is added.
  return [
    curve(seen, rates, { dash, symbol, size: 8, bounds, label }),
    curve(clean, limits, {
      name: `${short}, no error: below`,
      width: 0,
      symbol: "arrow-down",
      size: 11,
      // The limits name a curve that has no other points.
      quiet: seen.length > 0 ? "in the legend" : undefined,
    }),
  ];
}
