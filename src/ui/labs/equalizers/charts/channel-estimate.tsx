import { type Ref, useCallback } from "react";
import type { Picture } from "../../../figures/card.tsx";
import { fixed } from "../../../format.ts";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import { sampleTicks, stems } from "../../../figures/stems.ts";
import type { Palette } from "../../../figures/theme.ts";

export interface ChannelEstimateProps {
  label: string;
  /** Tap positions in samples, and the taps' magnitudes. */
  sample: ArrayLike<number>;
  estimatedTaps: ArrayLike<number>;
  trueTaps: ArrayLike<number>;
  /** Power response in dB relative to the first ray, where the signal has power. */
  frequencyMHz: ArrayLike<number>;
  estimatedDb: ArrayLike<number>;
  trueDb: ArrayLike<number>;
  /** Its phase, degrees. */
  estimatedDeg: ArrayLike<number>;
  trueDeg: ArrayLike<number>;
  /** Samples/s. */
  sampleRate: number;
  picture: Ref<Picture>;
}

/** The estimated channel beside the true one: magnitude and phase of the response, and the taps below. */
export function ChannelEstimate({ label, picture, ...data }: ChannelEstimateProps) {
  const { sample, estimatedTaps, trueTaps, frequencyMHz, estimatedDb, trueDb, estimatedDeg, trueDeg, sampleRate } =
    data;
  const draw = useCallback(
    (palette: Palette) => {
      const [ink, teal] = [palette("--ink"), palette("--response")];
      const truth = { name: "truth", legendgroup: "truth", type: "scatter" } as const;
      const estimate = { name: "estimate", legendgroup: "estimate", type: "scatter" } as const;
      const upper = { mode: "lines", hovertemplate: "%{y:.1f} dB" };
      const turned = { ...upper, yaxis: "y3", showlegend: false, hovertemplate: "%{y:.0f}°" };
      const lower = { xaxis: "x2", yaxis: "y2", mode: "markers", showlegend: false, hovertemplate: "%{y:.3f}" };
      const traces: Trace[] = [
        { ...truth, ...upper, x: frequencyMHz, y: trueDb, line: { color: teal, width: 2, dash: "dash" } },
        { ...estimate, ...upper, x: frequencyMHz, y: estimatedDb, line: { color: ink, width: 1.5 } },
        { ...truth, ...turned, x: frequencyMHz, y: unbroken(trueDeg), line: { color: teal, width: 2, dash: "dash" } },
        { ...estimate, ...turned, x: frequencyMHz, y: unbroken(estimatedDeg), line: { color: ink, width: 1.5 } },
        {
          ...truth,
          ...lower,
          x: sample,
          y: trueTaps,
          marker: { symbol: "circle-open", size: 8, color: teal, line: { width: 2 } },
        },
        {
          ...estimate,
          ...lower,
          x: sample,
          y: estimatedTaps,
          marker: { size: 4.5, color: ink },
          error_y: stems(estimatedTaps, ink),
        },
      ];
      return {
        traces,
        layout: {
          xaxis: { title: "Frequency (MHz)", anchor: "y3", hoverformat: ".2f" },
          yaxis: { title: "|H|² / ray 1 (dB)", domain: [0.66, 1] },
          yaxis3: { title: "arg H (°)", domain: [0.4, 0.6], range: [-190, 190], tickvals: [-180, 0, 180] },
          xaxis2: {
            title: "Tap (samples, µs)",
            anchor: "y2",
            ...sampleTicks(sample[0], sample[sample.length - 1], 12, sampleRate),
          },
          yaxis2: { title: "|h|", domain: [0, 0.2], rangemode: "tozero" },
          margin: { l: 48, r: 12, t: 8, b: 48 },
        },
      };
    },
    [sample, estimatedTaps, trueTaps, frequencyMHz, estimatedDb, trueDb, estimatedDeg, trueDeg, sampleRate],
  );
  return <Plot label={label} draw={draw} picture={picture} readX={(x) => `at ${fixed(Number(x), 2)}`} />;
}

/** Breaks the line where the phase wraps from 180° to −180°. */
function unbroken(degrees: ArrayLike<number>): (number | null)[] {
  return Array.from(degrees, (value, i) => (i > 0 && Math.abs(value - degrees[i - 1]) > 180 ? null : value));
}
