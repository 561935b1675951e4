import { type CountedUnit, fixed } from "../format.ts";
import { Chart, type Curve, errorRateAxis } from "./chart.tsx";
import { measuredCurves, type MeasuredPoint, type MeasuredSeries } from "./measured-curves.ts";

/** Error rates of one receiver, counted by this page. */
export interface RateSeries extends MeasuredSeries {
  points: readonly RatePoint[];
}

export interface RatePoint extends MeasuredPoint {
  ebn0Db: number;
}

/** Error rates from another source: published, or from the user. */
export interface RateOverlay {
  name: string;
  colour: `--${string}`;
  /** The marker of its points. A theoretical curve has none, only a dashed line. */
  symbol?: string;
  /** [Eb/N0 in dB, rate], in ascending Eb/N0. */
  points: readonly (readonly [number, number])[];
  of?: string;
  /** Set if something else than the legend says what the curve is. */
  unlisted?: true;
}

export interface BerCurveProps {
  label: string;
  /** The quantity on the horizontal axis, in dB; by default Eb/N0. */
  xName?: string;
  /** The name of the rate, and the unit that is counted. */
  yTitle: string;
  unit: CountedUnit;
  series: readonly RateSeries[];
  /** Eb/N0 range of the axis, dB. */
  range: readonly [number, number];
  overlays: readonly RateOverlay[];
}

/** An error rate over Eb/N0: 95 % confidence intervals as bars, points without an error as upper limits, overlays hollow and dashed. */
export function BerCurve({ label, xName = "Eb/N0", yTitle, unit, series, range, overlays }: BerCurveProps) {
  const [from, to] = range;
  const margin = Math.min(0.5, 0.06 * (to - from) || 0.5);
  const inRange = ([ebn0]: readonly [number, number]) => ebn0 >= from - margin && ebn0 <= to + margin;
  const within = overlays.map((overlay) => ({ ...overlay, points: overlay.points.filter(inRange) }));
  const all = [
    ...series.flatMap(({ points }) =>
      points.flatMap(({ errors, rate, ci95 }) => (errors ? [rate ?? 1] : ci95 ? [ci95[1]] : [])),
    ),
    // A theoretical curve has no end, so it does not extend the axis.
    ...within.flatMap(({ points, symbol }) => (symbol ? points.map(([, rate]) => rate) : [])),
  ];
  // Without points, the axis shows enough of a theoretical curve to recognize it.
  const lowest = Math.min(all.length ? 1e-3 : 1e-5, ...all);
  return (
    <Chart
      label={label}
      x={{
        title: xName,
        unit: "dB",
        range: [from - margin, to + margin],
        step: tickStep(to - from),
        more: { hoverformat: ".2~f" },
        read: (x) => `${xName} ${fixed(Number(x), 1)} dB`,
      }}
      y={errorRateAxis(yTitle, lowest, Math.max(...all) > 0.5 ? 10 ** 0.1 : 0.5)}
      curves={[
        ...within.map(overlayCurve),
        ...series.flatMap((one) => measuredCurves(one, ({ ebn0Db }: RatePoint) => ebn0Db, unit)),
      ]}
      legend
      nearest
    />
  );
}

const overlayCurve = ({ name, colour, symbol, points, of, unlisted }: RateOverlay): Curve => ({
  name,
  of,
  colour,
  quiet: unlisted && "in the legend",
  opacity: 0.75,
  x: points.map(([ebn0]) => ebn0),
  y: points.map(([, rate]) => rate),
  width: symbol ? 1 : 1.5,
  dash: symbol ? "dash" : "longdash",
  symbol: symbol && `${symbol}-open`,
  says: `${name}: %{y:.1e}<extra></extra>`,
});

/** A round tick step in dB, so that a narrow figure still has about six ticks. */
function tickStep(span: number): number {
  return [0.05, 0.1, 0.2, 0.5, 1, 2, 5].find((step) => step * 7.5 >= span) ?? 10;
}
