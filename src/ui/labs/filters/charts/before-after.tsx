import { type Ref, useCallback } from "react";
import type { Picture } from "../../../figures/card.tsx";
import { fixed, plain } from "../../../format.ts";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";

export interface SpectraProps {
  label: string;
  /** Frequencies in rising order, with the axis's title and unit. */
  frequency: ArrayLike<number>;
  title: string;
  unit: string;
  /** Power per bin, dB. */
  before: ArrayLike<number>;
  after: ArrayLike<number>;
  /** The filter's gain, dB. */
  gain: ArrayLike<number>;
  picture: Ref<Picture>;
}

/** Range of the axis below the strongest line, dB. */
const DEPTH = 130;

/** The spectra of a signal before and after a filter. The filter's gain is dotted, with 0 dB at the strongest line before it. */
export function Spectra({ label, frequency, title, unit, before, after, gain, picture }: SpectraProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const peak = highest(before);
      const top = 5 * Math.ceil((Math.max(peak, highest(after)) + 4) / 5);
      const low = Math.max(peak - DEPTH, Math.min(lowest(before), lowest(after)));
      const range = [5 * Math.floor((low - 3) / 5), top];
      const line = (name: string, y: ArrayLike<number>, style: object, more = {}): Trace => ({
        type: "scatter",
        mode: "lines",
        name,
        x: frequency,
        y,
        line: style,
        hovertemplate: "%{y:.1f} dB",
        ...more,
      });
      return {
        traces: [
          line("before", before, { color: palette("--sent"), width: 1.25 }),
          line("after", after, { color: palette("--blue"), width: 1.75 }),
          line("gain", gain, { color: palette("--orange"), width: 1.75, dash: "dot" }, { yaxis: "y2" }),
        ],
        layout: {
          uirevision: `${title} ${frequency[0]} ${range.join(" ")}`,
          margin: { l: 50, r: 50, t: 8, b: 36 },
          xaxis: { title, range: [frequency[0], frequency[frequency.length - 1]], hoverformat: ".5~g" },
          yaxis: { title: "Power per bin (dB)", range },
          yaxis2: {
            title: "Gain (dB)",
            overlaying: "y",
            side: "right",
            range: range.map((value) => value - peak),
            showgrid: false,
          },
        },
      };
    },
    [frequency, title, before, after, gain],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(x) => `${plain(Number(x), 5)} ${unit}`}
      readY={(y) => `${fixed(Number(y), 1)} dB`}
    />
  );
}

const finite = (values: ArrayLike<number>) => Array.from(values).filter(Number.isFinite);
const highest = (values: ArrayLike<number>) => finite(values).reduce((a, b) => Math.max(a, b), -200);
const lowest = (values: ArrayLike<number>) => finite(values).reduce((a, b) => Math.min(a, b), 200);

export interface ExcerptPlotProps {
  label: string;
  /** Index of the first sample, and samples/s where known. */
  start: number;
  rate?: number;
  /** Samples, complex ones as pairs. */
  before: Float32Array;
  after: Float32Array;
  complex: boolean;
  picture: Ref<Picture>;
}

/** Up to this many samples get a marker each. */
const MOST_DOTS = 100;

/** Samples of a signal before and after a filter on one axis. Complex ones have their real part above their imaginary part. */
export function ExcerptPlot({ label, start, rate, before, after, complex, picture }: ExcerptPlotProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const width = complex ? 2 : 1;
      const count = before.length / width;
      const x = Array.from({ length: count }, (_, n) => start + n);
      const dots = count <= MOST_DOTS;
      const part = (values: Float32Array, first: number) =>
        Array.from({ length: count }, (_, n) => values[width * n + first]);
      const line = (name: string, y: number[], colour: `--${string}`, lower: boolean): Trace => ({
        type: "scatter",
        mode: dots ? "lines+markers" : "lines",
        name,
        x,
        y,
        yaxis: lower ? "y2" : "y",
        line: { color: palette(colour), width: colour === "--blue" ? 1.75 : 1.25 },
        marker: { color: palette(colour), size: 4 },
        hovertemplate: "%{y:.4g}",
      });
      const parts = complex ? ["I", "Q"] : [""];
      const zero = { zeroline: true, zerolinecolor: palette("--edge") };
      return {
        traces: parts.flatMap((name, i) => [
          line(`${name} before`.trim(), part(before, i), "--sent", i === 1),
          line(`${name} after`.trim(), part(after, i), "--blue", i === 1),
        ]),
        layout: {
          dragmode: false,
          uirevision: `${start} ${count} ${complex}`,
          margin: { l: 50, r: 12, t: 8, b: 36 },
          xaxis: {
            title: "Sample",
            range: [start - 0.5, start + count - 0.5],
            fixedrange: true,
            tickformat: ",d",
            ...(complex ? { anchor: "y2" } : {}),
          },
          yaxis: {
            title: complex ? "I" : "Amplitude",
            fixedrange: true,
            ...zero,
            ...(complex ? { domain: [0.54, 1] } : {}),
          },
          ...(complex ? { yaxis2: { title: "Q", fixedrange: true, domain: [0, 0.46], ...zero } } : {}),
        },
      };
    },
    [before, after, complex, start],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(n) => `sample ${n}${rate === undefined ? "" : `, ${plain((1000 * Number(n)) / rate, 5)} ms`}`}
      readY={(y) => plain(Number(y), 4)}
    />
  );
}
