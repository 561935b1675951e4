import { type Ref, useCallback } from "react";
import type { Picture } from "./card.tsx";
import { type CountedUnit, fixed, rate } from "../format.ts";
import { type MeasuredPoint, type MeasuredSeries, measuredTraces } from "./measured-traces.ts";
import { Plot, type Trace } from "./plotly/plot.tsx";
import type { Palette } from "./theme.ts";

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
  picture: Ref<Picture>;
}

/** An error rate over Eb/N0: 95 % confidence intervals as bars, points without an error as upper limits, overlays hollow and dashed. */
export function BerCurve(props: BerCurveProps) {
  const { label, xName = "Eb/N0", yTitle, unit, series, range, overlays, picture } = props;
  const [from, to] = range;
  const draw = useCallback(
    (palette: Palette) => {
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
      const lowest = Math.floor(Math.log10(Math.min(all.length ? 1e-3 : 1e-5, ...all)));
      const highest = Math.max(...all) > 0.5 ? 0.1 : -0.3;
      return {
        traces: [
          ...within.map((overlay) => overlayTrace(overlay, palette)),
          ...series.flatMap((one) => measuredTraces(one, ({ ebn0Db }: RatePoint) => ebn0Db, unit, palette)),
        ],
        legend: true,
        layout: {
          xaxis: {
            title: `${xName} (dB)`,
            range: [from - margin, to + margin],
            dtick: tickStep(to - from),
            hoverformat: ".2~f",
          },
          yaxis: {
            title: yTitle,
            type: "log",
            range: [Math.max(lowest, -10), highest],
            dtick: 1,
            // Plotly draws powers a quarter larger than the font size.
            tickfont: { size: 10 },
            exponentformat: "power",
            hoverformat: ".1e",
          },
          hovermode: "closest",
        },
      };
    },
    [series, from, to, overlays, xName, yTitle, unit],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(x) => `${xName} ${fixed(Number(x), 1)} dB`}
      readY={(y) => rate(Number(y))}
    />
  );
}

function overlayTrace({ name, colour, symbol, points, of, unlisted }: RateOverlay, palette: Palette): Trace {
  const color = palette(colour);
  return {
    type: "scatter",
    mode: symbol ? "lines+markers" : "lines",
    name,
    of,
    showlegend: !unlisted,
    opacity: 0.75,
    x: points.map(([ebn0]) => ebn0),
    y: points.map(([, rate]) => rate),
    line: { color, width: symbol ? 1 : 1.5, dash: symbol ? "dash" : "longdash" },
    marker: { color, symbol: `${symbol ?? "circle"}-open`, size: 6 },
    hovertemplate: `${name}: %{y:.1e}<extra></extra>`,
  };
}

/** A round tick step in dB, so that a narrow figure still has about six ticks. */
function tickStep(span: number): number {
  return [0.05, 0.1, 0.2, 0.5, 1, 2, 5].find((step) => step * 7.5 >= span) ?? 10;
}
