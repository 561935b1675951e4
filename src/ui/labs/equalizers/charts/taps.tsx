import { type Ref, useCallback } from "react";
import type { EqualizerName } from "#core/telemetry/experiment/scenario.ts";
import type { Picture } from "../../../figures/card.tsx";
import { fixed } from "../../../format.ts";
import { ALGORITHMS } from "../algorithms.ts";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import { sampleTicks, stems } from "../../../figures/stems.ts";
import type { Palette } from "../../../figures/theme.ts";

export interface TapsProps {
  label: string;
  /** Tap positions in samples. */
  sample: readonly number[];
  /** Samples/s. */
  sampleRate: number;
  /** The equalizer whose taps are drawn as stems. The others' magnitudes are lines behind it. */
  shown: EqualizerName;
  taps: readonly { equalizer: EqualizerName; magnitude: Float32Array; degrees: Float32Array }[];
  picture: Ref<Picture>;
}

/** The phase of taps below this fraction of the largest is not drawn. */
const LEAST = 0.02;

/** An equalizer's taps: magnitude above, phase below, over samples and µs. Other equalizers are lines behind. */
export function Taps({ label, sample, sampleRate, shown, taps, picture }: TapsProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const mine = taps.find(({ equalizer }) => equalizer === shown);
      const traces: Trace[] = taps
        .filter((one) => one !== mine)
        .map(({ equalizer, magnitude }) => ({
          type: "scatter",
          mode: "lines",
          name: ALGORITHMS[equalizer].short,
          x: sample,
          y: magnitude,
          opacity: 0.45,
          line: { color: palette(ALGORITHMS[equalizer].colour), width: 1 },
          hoverinfo: "skip",
        }));
      if (mine) {
        const { short, colour, symbol } = ALGORITHMS[shown];
        const peak = mine.magnitude.reduce((a, b) => Math.max(a, b), 0);
        const marker = { color: palette(colour), symbol, size: 4.5 };
        const style = { type: "scatter", mode: "markers", marker } as const;
        traces.push(
          {
            ...style,
            name: `${short} |c|`,
            x: sample,
            y: mine.magnitude,
            hovertemplate: "%{y:.3f}",
            error_y: stems(mine.magnitude, palette(colour)),
          },
          {
            ...style,
            name: `${short} phase`,
            x: sample,
            y: Array.from(mine.degrees, (value, i) => (mine.magnitude[i] >= LEAST * peak ? value : null)),
            yaxis: "y2",
            hovertemplate: "%{y:.0f}°",
          },
        );
      }
      return {
        traces,
        legend: false,
        layout: {
          margin: { l: 48, r: 12, t: 8, b: 48 },
          xaxis: {
            title: "Tap k (samples, µs)",
            anchor: "y2",
            ...sampleTicks(sample[0], sample[sample.length - 1], 30, sampleRate),
          },
          yaxis: { title: "|c(k)|", domain: [0.42, 1], rangemode: "tozero" },
          yaxis2: { title: "arg (°)", domain: [0, 0.32], range: [-190, 190], tickvals: [-180, 0, 180] },
          uirevision: "taps",
        },
      };
    },
    [taps, sample, sampleRate, shown],
  );
  return <Plot label={label} draw={draw} picture={picture} readX={(x) => `tap ${fixed(Number(x), 0)}`} />;
}
