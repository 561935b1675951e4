import { type Ref, useCallback } from "react";
import type { EqualizerName } from "#core/telemetry/experiment/scenario.ts";
import type { Picture } from "../../../figures/card.tsx";
import { fixed } from "../../../format.ts";
import { ALGORITHMS } from "../algorithms.ts";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";

export interface EqualizerResponsesProps {
  label: string;
  /** Frequencies where the signal has power, ascending. */
  frequencyMHz: ArrayLike<number>;
  channelDb: ArrayLike<number>;
  equalizers: readonly { equalizer: EqualizerName; responseDb: ArrayLike<number>; combinedDb: ArrayLike<number> }[];
  picture: Ref<Picture>;
}

/** Markers per line, so that lines differ in more than colour. */
const SHAPES = 9;

/** The gains of channel and equalizers above, their products below. A flat product is perfect equalization. */
export function EqualizerResponses({ label, picture, ...data }: EqualizerResponsesProps) {
  const { frequencyMHz, channelDb, equalizers } = data;
  const draw = useCallback(
    (palette: Palette) => {
      const line = (of: EqualizerName, y: ArrayLike<number>, more: object): Trace => {
        const { short, colour, symbol } = ALGORITHMS[of];
        const color = palette(colour);
        const marker = { color, symbol, size: 6, maxdisplayed: SHAPES };
        const style = { mode: "lines+markers", line: { color, width: 1.5 }, marker, hovertemplate: "%{y:.1f} dB" };
        return { type: "scatter", name: short, legendgroup: short, of, x: frequencyMHz, y, ...style, ...more };
      };
      return {
        traces: [
          {
            type: "scatter",
            mode: "lines",
            name: "channel",
            x: frequencyMHz,
            y: channelDb,
            line: { color: palette("--response"), width: 2, dash: "dash" },
            hovertemplate: "%{y:.1f} dB",
          },
          ...equalizers.map(({ equalizer, responseDb }) => line(equalizer, responseDb, {})),
          ...equalizers.map(({ equalizer, combinedDb }) =>
            line(equalizer, combinedDb, { name: `H·${ALGORITHMS[equalizer].short}`, yaxis: "y2" }),
          ),
        ] satisfies Trace[],
        layout: {
          margin: { l: 48, r: 12, t: 8, b: 34 },
          xaxis: { title: "Frequency (MHz)", hoverformat: ".2f", anchor: "y2" },
          yaxis: { title: "|C|², |H|² (dB)", domain: [0.54, 1] },
          yaxis2: { title: "|H·C|² (dB)", domain: [0, 0.46], range: [-22, 12] },
          uirevision: "responses",
        },
      };
    },
    [frequencyMHz, channelDb, equalizers],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(x) => `${fixed(Number(x), 2)} MHz`}
      readY={(y) => `${fixed(Number(y), 1)} dB`}
    />
  );
}
