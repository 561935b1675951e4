import { type Ref, useCallback } from "react";
import type { Picture } from "../figures/card.tsx";
import { fixed } from "../format.ts";
import { Plot, type Trace } from "./plot.tsx";
import type { Palette } from "./theme.ts";

export interface ChannelEstimateProps {
  label: string;
  /** Tap positions in samples, and the taps' magnitudes. */
  sample: ArrayLike<number>;
  estimatedTaps: ArrayLike<number>;
  trueTaps: ArrayLike<number>;
  /** Power response in dB, where the signal has power. */
  frequencyMHz: ArrayLike<number>;
  estimatedDb: ArrayLike<number>;
  trueDb: ArrayLike<number>;
  picture: Ref<Picture>;
}

/** The channel as the preamble shows it beside the channel as it is: response above, taps below. */
export function ChannelEstimate({ label, picture, ...data }: ChannelEstimateProps) {
  const { sample, estimatedTaps, trueTaps, frequencyMHz, estimatedDb, trueDb } = data;
  const draw = useCallback(
    (palette: Palette) => {
      const [ink, teal] = [palette("--ink"), palette("--response")];
      const truth = { name: "truth", legendgroup: "truth", type: "scatter" } as const;
      const estimate = { name: "estimate", legendgroup: "estimate", type: "scatter" } as const;
      const upper = { mode: "lines", hovertemplate: "%{y:.1f} dB" };
      const lower = { xaxis: "x2", yaxis: "y2", mode: "markers", showlegend: false, hovertemplate: "%{y:.3f}" };
      const traces: Trace[] = [
        { ...truth, ...upper, x: frequencyMHz, y: trueDb, line: { color: teal, width: 2, dash: "dash" } },
        { ...estimate, ...upper, x: frequencyMHz, y: estimatedDb, line: { color: ink, width: 1.5 } },
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
          // A stem is an error bar that reaches down to zero.
          error_y: {
            type: "data",
            symmetric: false,
            array: zeros(sample),
            arrayminus: estimatedTaps,
            width: 0,
            thickness: 1.5,
            color: ink,
          },
        },
      ];
      return {
        traces,
        layout: {
          xaxis: { title: "Frequency (MHz)", anchor: "y", hoverformat: ".2f" },
          yaxis: { title: "|H|² (dB)", domain: [0.5, 1] },
          xaxis2: { title: "Tap (samples)", anchor: "y2" },
          yaxis2: { title: "|h|", domain: [0, 0.28], rangemode: "tozero" },
        },
      };
    },
    [sample, estimatedTaps, trueTaps, frequencyMHz, estimatedDb, trueDb],
  );
  return <Plot label={label} draw={draw} picture={picture} readX={(x) => `at ${fixed(Number(x), 2)}`} />;
}

const zeros = (like: ArrayLike<unknown>) => Array.from({ length: like.length }, () => 0);
