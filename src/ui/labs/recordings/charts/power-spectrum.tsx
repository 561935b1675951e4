import { type Ref, useCallback } from "react";
import type { Picture } from "../../../figures/card.tsx";
import { fixed, plain } from "../../../format.ts";
import { Plot } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";

export interface PowerSpectrumProps {
  label: string;
  /** Frequencies in rising order. */
  frequency: Float64Array;
  unit: string;
  /** Power per bin, dB. */
  powerDb: ArrayLike<number>;
  /** Edges of a band to mark. */
  band?: readonly [low: number, high: number];
  picture: Ref<Picture>;
}

/** A power spectrum. */
export function PowerSpectrum({ label, frequency, unit, powerDb, band, picture }: PowerSpectrumProps) {
  const [low, high] = band ?? [];
  const draw = useCallback(
    (palette: Palette) => ({
      traces: [
        {
          type: "scatter" as const,
          mode: "lines",
          name: "power",
          x: frequency,
          y: powerDb,
          line: { color: palette("--blue"), width: 1.25 },
          hovertemplate: "%{y:.1f} dB<extra></extra>",
        },
      ],
      layout: {
        uirevision: `${unit} ${frequency[0]}`,
        xaxis: {
          title: `Frequency (${unit})`,
          range: [frequency[0], frequency[frequency.length - 1]],
          hoverformat: ".6~g",
        },
        yaxis: { title: "Power per bin (dB)" },
        shapes:
          low === undefined
            ? []
            : [{ type: "rect", x0: low, x1: high, y0: 0, y1: 1, yref: "paper", ...bandStyle(palette) }],
      },
    }),
    [frequency, powerDb, unit, low, high],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(x) => `${plain(Number(x), 7)} ${unit}`}
      readY={(y) => `${fixed(Number(y), 1)} dB`}
    />
  );
}

const bandStyle = (palette: Palette) => ({ line: { width: 0 }, fillcolor: palette("--accent"), opacity: 0.12 });
