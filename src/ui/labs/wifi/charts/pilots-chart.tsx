import { type Ref, useCallback } from "react";
import type { Picture } from "../../../figures/card.tsx";
import { fixed, plain } from "../../../format.ts";
import { Plot } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";

interface PilotsChartProps {
  label: string;
  symbol: ArrayLike<number>;
  degrees: ArrayLike<number>;
  /** Samples. */
  drift: ArrayLike<number>;
  picture: Ref<Picture>;
}

/** The pilots' common phase, and the drift of the sampling time below it. */
export function PilotsChart({ label, symbol, degrees, drift, picture }: PilotsChartProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const common = { type: "scatter", mode: "lines+markers", x: symbol } as const;
      const style = (color: string) => ({ line: { color, width: 1.2 }, marker: { color, size: 4 } });
      return {
        legend: false,
        traces: [
          { ...common, name: "phase", y: degrees, ...style(palette("--blue")), hovertemplate: "%{y:.1f}°" },
          {
            ...common,
            name: "drift",
            y: drift,
            yaxis: "y2",
            ...style(palette("--orange")),
            hovertemplate: "%{y:.3f} samples",
          },
        ],
        layout: {
          xaxis: { title: "Data symbol", anchor: "y2" },
          yaxis: { title: "Phase (°)", domain: [0.56, 1] },
          yaxis2: { title: "Drift (samples)", domain: [0, 0.44] },
          margin: { l: 52, r: 12, t: 8, b: 34 },
        },
      };
    },
    [symbol, degrees, drift],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(x) => `symbol ${plain(Number(x))}`}
      readY={(y) => fixed(Number(y), 3)}
    />
  );
}
