import type { FrameView } from "#core/wifi/experiment/figures/view.ts";
import { curvesTable } from "../../figures/table.ts";
import { fixed, plain } from "../../format.ts";
import { Chart } from "../../figures/chart.tsx";
import { ACQUISITION_LESSON } from "./lessons.ts";
import { liveCard } from "./live-card.tsx";

export const AcquisitionCard = liveCard({
  name: "acquisition",
  title: "Detection by autocorrelation",
  lesson: ACQUISITION_LESSON,
  look: "Correlation of the samples with those 16 later. It rises to a plateau where the short training repeats, for any channel and any carrier offset.",
  sketch: "rising",
  useData: ({ view, live }) => view && { view, ...drawingOf(view), xRange: drawingOf(live?.own.view ?? view).xRange },
  summary: ({ view }) => describe(view),
  table: ({ curves }) => curvesTable("time (µs)", curves.slice(0, 1)),
  draw: ({ curves, rules, xRange }, summary) => (
    <Chart
      label={`Detection by autocorrelation. ${summary}`}
      curves={curves}
      rules={rules}
      x={{ title: "Time since the frame’s start", unit: "µs", digits: 2, range: xRange }}
      y={{ title: "|ρ|²", digits: 3, range: RANGE }}
    />
  ),
});

const RANGE = [0, 1.05] as const;

function drawingOf({ detection: { metric, threshold, plateau, found }, line, sampleRate }: FrameView) {
  const at = (sample: number) => ((sample - line.start) * 1e6) / sampleRate;
  const x = Float64Array.from(metric, (_, n) => at(n));
  const ends = [x[0], x[x.length - 1]];
  return {
    curves: [
      { name: "|ρ|²", colour: "--blue", x, y: metric },
      { name: "threshold", colour: "--danger", x: ends, y: [threshold, threshold], dash: "dash", width: 1 },
    ] as const,
    rules: [
      ...(plateau === null
        ? []
        : [{ x: at(plateau), colour: "--orange", text: "candidate", at: "above left" } as const]),
      ...(found ? [{ x: at(found.start), colour: "--green", text: "start", at: "above right" } as const] : []),
    ],
    xRange: [ends[0], ends[1]] as const,
  };
}

function describe({ detection: { threshold, plateau, found }, line, sampleRate }: FrameView): string {
  if (plateau === null) return `The metric stays below ${plain(threshold)}: no frame is detected.`;
  if (!found) return `A plateau above ${plain(threshold)} begins at sample ${plateau}, but no long training follows.`;
  const kHz = (offset: number) => fixed((offset * sampleRate) / (2e3 * Math.PI), 2);
  const late = found.start - line.start;
  const timing = late === 0 ? "" : ` (${Math.abs(late)} ${late > 0 ? "late" : "early"})`;
  return `A plateau above ${plain(threshold)} begins at sample ${plateau}. The long training puts the frame’s start at sample ${found.start}${timing}, and its carrier offset at ${kHz(found.offset)} kHz.`;
}
