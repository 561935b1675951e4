import { SAMPLE_RATE } from "#core/telemetry/packet.ts";
import { columnsToRows } from "../../figures/table.ts";
import { fixed } from "../../format.ts";
import { Chart, type ChartAxis, sampleTicks } from "../../figures/chart.tsx";
import { liveCard } from "./live-card.tsx";

export const EstimateCard = liveCard({
  name: "estimate",
  title: "Channel estimate",
  useData: (figures) => figures?.estimate,
  look: (estimate) => (
    <>
      In the band the estimate follows the channel. Outside the band the preamble has no power, so the estimate
      scatters. {estimate && <strong>Error {fixed(estimate.weightedErrorDb, 1)} dB.</strong>}
    </>
  ),
  summary: ({ weightedErrorDb }) => `Error ${fixed(weightedErrorDb, 1)} dB, weighted by the signal's spectrum.`,
  table: ({ sample, estimated, truth }) => ({
    columns: ["tap (samples)", "time (µs)", "Re ĥ", "Im ĥ", "|ĥ|", "Re h", "Im h", "|h|"],
    rows: columnsToRows(
      sample,
      sample.map((n) => (1e6 * n) / SAMPLE_RATE),
      ...[estimated, truth].flatMap((taps) => [part(taps, 0), part(taps, 1), magnitudes(taps)]),
    ),
  }),
  draw: ({ frequencyMHz: x, sample, estimated, estimatedDb, estimatedDeg, ...known }, summary) => (
    <Chart
      label={`Channel estimate beside the truth. ${summary}`}
      x={{ title: "Frequency", unit: "MHz", digits: 2 }}
      y={[
        { title: "|H|² / ray 1", unit: "dB", digits: 1, part: 1.7 },
        { title: "arg H", unit: "°", digits: 0, range: [-190, 190], ticks: [-180, 0, 180] },
        { title: "|h|", digits: 3, fromZero: true, x: tapAxis(sample) },
      ]}
      curves={[
        { ...TRUTH, x, y: known.truthDb },
        { ...ESTIMATE, x, y: estimatedDb },
        { ...TRUTH, ...HIDDEN, x, y: unbroken(known.truthDeg), axis: 1 },
        { ...ESTIMATE, ...HIDDEN, x, y: unbroken(estimatedDeg), axis: 1 },
        { ...TRUTH, ...DOTS, x: sample, y: magnitudes(known.truth), symbol: "circle-open", size: 8, edge: 2 },
        { ...ESTIMATE, ...DOTS, x: sample, y: magnitudes(estimated), size: 4.5, stems: true },
      ]}
    />
  ),
  missing: (figures) => figures && <p className="empty">No packet was found, so there is no estimate.</p>,
});

const TRUTH = { name: "truth", colour: "--response", width: 2, dash: "dash" } as const;
const ESTIMATE = { name: "estimate", colour: "--ink", width: 1.5 } as const;
const HIDDEN = { quiet: "in the legend" } as const;
const DOTS = { ...HIDDEN, width: 0, symbol: "circle", axis: 2 } as const;

const tapAxis = (sample: ArrayLike<number>): ChartAxis => ({
  title: "Tap (samples, µs)",
  ...sampleTicks(sample[0], sample[sample.length - 1], 12, SAMPLE_RATE),
});

/** Breaks the line where the phase wraps from 180° to −180°. */
const unbroken = (degrees: ArrayLike<number>) =>
  Array.from(degrees, (value, i) => (i > 0 && Math.abs(value - degrees[i - 1]) > 180 ? null : value));

/** Real (0) or imaginary (1) parts of complex pairs. */
const part = (pairs: Float32Array, which: 0 | 1) => pairs.filter((_, i) => i % 2 === which);

function magnitudes(pairs: Float32Array): Float32Array {
  return part(pairs, 0).map((re, i) => Math.hypot(re, pairs[2 * i + 1]));
}
