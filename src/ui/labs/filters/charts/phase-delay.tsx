import { type Ref, useCallback } from "react";
import type { Picture } from "../../../figures/card.tsx";
import { fixed, plain } from "../../../format.ts";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";
import { decadeTicks } from "../../../figures/ticks.ts";

export interface PhaseDelayProps {
  label: string;
  /** In rising order. */
  frequency: Float64Array;
  gainDb: Float64Array;
  /** Radians. */
  phase: Float64Array;
  /** Samples. */
  delay: Float64Array;
  axis: { title: string; unit: string; scale: number };
  /** Start of a logarithmic frequency axis; undefined for a linear one. */
  logarithmicFrom?: number;
  picture: Ref<Picture>;
}

/** The axis shows all delays where the gain is at most this far below its maximum, dB; others may leave the figure. */
const HEARD_DB = 40;
/** A gain below this, dB, is a zero up to rounding. */
const NOTHING_DB = -250;
const MOST_POINTS = 1500;

/** Phase above, group delay below, over one axis. */
export function PhaseDelay({ label, axis, logarithmicFrom, picture, ...response }: PhaseDelayProps) {
  const { frequency, gainDb, phase, delay } = response;
  const draw = useCallback(
    (palette: Palette) => {
      const step = Math.max(1, Math.floor(frequency.length / MOST_POINTS));
      const kept = Array.from(frequency.keys()).filter(
        (i) => i % step === 0 && (frequency[i] > 0 || logarithmicFrom === undefined),
      );
      const x = kept.map((i) => frequency[i] / axis.scale);
      const line = (colour: `--${string}`) => ({ color: palette(colour), width: 1.8 });
      const traces: Trace[] = [
        {
          type: "scatter",
          mode: "lines",
          name: "phase",
          x,
          // At a zero on the circle the phase is undefined.
          y: kept.map((i) => (gainDb[i] > NOTHING_DB ? (phase[i] * 180) / Math.PI : null)),
          line: line("--blue"),
          hovertemplate: "%{y:.1f}°",
        },
        {
          type: "scatter",
          mode: "lines",
          name: "delay",
          x,
          y: kept.map((i) => delay[i]),
          yaxis: "y2",
          line: line("--orange"),
          hovertemplate: "%{y:.2f} samples",
        },
      ];
      const end = frequency[frequency.length - 1] / axis.scale;
      const across =
        logarithmicFrom === undefined
          ? { range: [frequency[0] / axis.scale, end] }
          : {
              type: "log",
              range: [Math.log10(logarithmicFrom / axis.scale), Math.log10(end)],
              ...powersOfTen(logarithmicFrom / axis.scale, end),
            };
      return {
        traces,
        legend: false,
        layout: {
          margin: { l: 52, r: 12, t: 8, b: 36 },
          xaxis: { title: axis.title, anchor: "y2", ...across },
          yaxis: { title: "Phase (°)", domain: [0.54, 1] },
          yaxis2: { title: "Delay (samples)", domain: [0, 0.46], range: delayRange(gainDb, delay) },
          uirevision: `phase ${logarithmicFrom} ${axis.title}`,
        },
      };
    },
    [frequency, gainDb, phase, delay, axis.title, axis.scale, logarithmicFrom],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(x) => `${plain(Number(x), 4)} ${axis.unit}`.trim()}
      readY={(y) => fixed(Number(y), 2)}
    />
  );
}

/** Ticks in plain numbers. */
function powersOfTen(from: number, end: number): object {
  const tickvals = decadeTicks(from, end).filter((tick) => tick.toExponential().startsWith("1"));
  return { tickvals, ticktext: tickvals.map((tick) => plain(tick)) };
}

function delayRange(gainDb: Float64Array, delay: Float64Array): [number, number] {
  const top = gainDb.reduce((a, b) => Math.max(a, b), -Infinity);
  const heard = delay.filter((_, i) => gainDb[i] > top - HEARD_DB);
  const [low, high] = [Math.min(0, ...heard), Math.max(1, ...heard)];
  const room = 0.06 * (high - low);
  return [low < 0 ? low - room : 0, high + room];
}
