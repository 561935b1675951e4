import { Chart, type Curve, type PanelAxis } from "../../../figures/chart.tsx";
import { plain } from "../../../format.ts";

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
}

/** Range of the axis below the strongest line, dB. */
const DEPTH = 130;

/** The spectra of a signal before and after a filter. The filter's gain is dotted, with 0 dB at the strongest line before it. */
export function Spectra({ label, frequency, title, unit, before, after, gain }: SpectraProps) {
  const peak = highest(before);
  const top = 5 * Math.ceil((Math.max(peak, highest(after)) + 4) / 5);
  const low = Math.max(peak - DEPTH, Math.min(lowest(before), lowest(after)));
  const range = [5 * Math.floor((low - 3) / 5), top] as const;
  return (
    <Chart
      label={label}
      x={{
        title,
        range: [frequency[0], frequency[frequency.length - 1]],
        more: { hoverformat: ".5~g" },
        read: (f) => `${plain(Number(f), 5)} ${unit}`,
      }}
      y={[
        { title: "Power per bin", unit: "dB", digits: 1, range },
        { title: "Gain", unit: "dB", digits: 1, right: true, range: [range[0] - peak, range[1] - peak] },
      ]}
      curves={[
        { name: "before", colour: "--sent", x: frequency, y: before, width: 1.25 },
        { name: "after", colour: "--blue", x: frequency, y: after, width: 1.75 },
        { name: "gain", colour: "--orange", x: frequency, y: gain, width: 1.75, dash: "dot", axis: 1 },
      ]}
      revision={`${title} ${frequency[0]} ${range.join(" ")}`}
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
}

/** Up to this many samples get a marker each. */
const MOST_DOTS = 100;

/** Samples of a signal before and after a filter on one axis. Complex ones have their real part above their imaginary part. */
export function ExcerptPlot({ label, start, rate, before, after, complex }: ExcerptPlotProps) {
  const width = complex ? 2 : 1;
  const count = before.length / width;
  const x = Array.from({ length: count }, (_, n) => start + n);
  const dots = count <= MOST_DOTS ? { symbol: "circle", size: 4 } : {};
  const part = (values: Float32Array, first: number) =>
    Array.from({ length: count }, (_, n) => values[width * n + first]);
  const still = { fixedrange: true };
  const panel = (title: string): PanelAxis => ({ title, zero: "--edge", more: still });
  return (
    <Chart
      label={label}
      x={{
        title: "Sample",
        range: [start - 0.5, start + count - 0.5],
        more: { ...still, tickformat: ",d" },
        read: (n) => `sample ${n}${rate === undefined ? "" : `, ${plain((1000 * Number(n)) / rate, 5)} ms`}`,
      }}
      y={complex ? [panel("I"), panel("Q")] : panel("Amplitude")}
      curves={(complex ? ["I ", "Q "] : [""]).flatMap((name, axis): Curve[] => [
        { name: `${name}before`, colour: "--sent", x, y: part(before, axis), axis, width: 1.25, ...dots },
        { name: `${name}after`, colour: "--blue", x, y: part(after, axis), axis, width: 1.75, ...dots },
      ])}
      revision={`${start} ${count} ${complex}`}
      more={{ dragmode: false }}
    />
  );
}
