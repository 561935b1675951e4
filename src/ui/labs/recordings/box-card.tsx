import { useEffect } from "react";
import type { BoxFigures } from "#core/signals/inspecting/box-figures.ts";
import { ColumnTable } from "../../elements/column-table.tsx";
import { FigureCard } from "../../figures/card.tsx";
import { fixed, plain, si, whole } from "../../format.ts";
import type { OpenedRecording } from "../../kit/recording/recording.ts";
import { measureBox, useBoxFigures } from "./box-figures.ts";
import { frequencyText, scalesAt, timeText } from "./measure.ts";
import type { Box } from "./waterfall/frame.ts";
import { useWaterfall } from "./waterfall/store.ts";

interface Reading {
  what: string;
  value: string;
  how: string;
}

/** The card of measurements of the selected box: powers, neighbours, pulses. */
export function BoxCard({ recording }: { recording: OpenedRecording }) {
  const selection = useWaterfall((state) => state.selection);
  const channel = useWaterfall((state) => state.channel);
  const { box, figures, computing, failure } = useBoxFigures();
  useEffect(() => void measureBox(recording, selection, channel), [recording, selection, channel]);
  const shown = selection && figures && box ? readings(recording, box, figures) : undefined;
  return (
    <FigureCard
      name="box"
      title="Measurements of the selection"
      width="roomy"
      look="Powers in the box and beside it, and the pulses of its envelope. A tone of amplitude 1 has 0 dBFS."
      busy={computing}
      failure={failure}
      onRetry={() => void measureBox(recording, selection, channel)}
      table={
        shown &&
        (() => ({ columns: ["what", "value", "how"], rows: shown.map(({ what, value, how }) => [what, value, how]) }))
      }
    >
      {shown ? (
        <ColumnTable
          rows={shown}
          named
          className="readings"
          columns={[
            ["What", ({ what }) => what],
            ["Value", ({ value }) => value],
            ["How", ({ how }) => how, { className: "muted" }],
          ]}
        />
      ) : (
        <p className="empty">{adviceFor(recording, selection)}</p>
      )}
    </FigureCard>
  );
}

function adviceFor({ sampleRate }: OpenedRecording, selection: Box | undefined): string {
  if (sampleRate === undefined)
    return "The file gives no sample rate. Enter it in the panel; then a selection has frequencies and powers per Hz.";
  if (!selection) return "Select a part on the waterfall: a signal, or a piece of the noise.";
  return "The selection is shorter than 16 samples, or narrower than 1/Δt. Make it larger.";
}

const decibels = (value: number | null, unit: string) => (value === null ? "–" : `${fixed(value, 1)} ${unit}`);

function readings(recording: OpenedRecording, box: Box, figures: BoxFigures): Reading[] {
  const scales = scalesAt(recording, box.start);
  const { sampleRate = 1, center } = scales;
  const { looked, resolutionHz } = figures;
  const part = looked < box.count ? ` From the first ${whole(looked)} samples.` : "";
  return [
    { what: "Δt", value: timeText(scales, box.count), how: `1/Δt is ${si(sampleRate / box.count, "Hz", 4)}` },
    {
      what: "Δf",
      value: si((box.high - box.low) * sampleRate, "Hz", 4),
      how: `about ${frequencyText(scales, (box.low + box.high) / 2)}`,
    },
    {
      what: "Power",
      value: decibels(figures.powerDbfs, "dBFS"),
      how: `Welch’s spectrum summed over the box, bins of ${si(resolutionHz, "Hz", 3)}.${part}`,
    },
    { what: "Density", value: decibels(figures.densityDbfsPerHz, "dBFS/Hz"), how: "the power divided by Δf" },
    {
      what: "Peak",
      value: decibels(figures.peakDbfs, "dBFS"),
      how: "the strongest sample after a filter for the box’s band",
    },
    {
      what: "Strongest line",
      value: frequencyText({ sampleRate: 1, center }, figures.strongestHz),
      how: `the highest bin, ± ${si(resolutionHz / 2, "Hz", 2)}`,
    },
    {
      what: "Noise density",
      value: decibels(figures.noiseDbfsPerHz, "dBFS/Hz"),
      how: "lowest tenth of the bins beyond the neighbouring bands, corrected for the bias of that choice",
    },
    { what: "SNR", value: decibels(figures.snrDb, "dB"), how: "power without the noise, over the noise in Δf" },
    {
      what: "Band below",
      value: decibels(figures.lowerDb, "dB"),
      how: "power in the equally wide band below, from the box’s",
    },
    {
      what: "Band above",
      value: decibels(figures.upperDb, "dB"),
      how: "power in the equally wide band above, from the box’s",
    },
    ...pulseReadings(figures),
  ];
}

function pulseReadings({ pulses }: BoxFigures): Reading[] {
  if (!pulses) {
    return [{ what: "Pulses", value: "none", how: "the envelope has no two levels, or no whole pulse between them" }];
  }
  const { count, width, period } = pulses;
  const durations = ({ mean, sd }: typeof width) => `${si(mean, "s", 4)}${count > 1 ? ` ± ${si(sd, "s", 2)}` : ""}`;
  const range = ({ least, most }: typeof width) => `from ${si(least, "s", 4)} to ${si(most, "s", 4)}`;
  return [
    {
      what: "Pulses",
      value: whole(count),
      how: "whole pulses; an edge is where the envelope passes half of its step (IEEE 181)",
    },
    { what: "Pulse width", value: durations(width), how: range(width) },
    ...(period
      ? [
          { what: "Period", value: durations(period), how: range(period) },
          {
            what: "Duty",
            value: `${plain((100 * width.mean) / period.mean, 3)} %`,
            how: "mean width over mean period",
          },
        ]
      : []),
  ];
}
