import { type Ref, useCallback } from "react";
import type { EqualizerName } from "#core/telemetry/experiment/scenario.ts";
import type { Picture } from "../../../figures/card.tsx";
import { fixed } from "../../../format.ts";
import { ALGORITHMS } from "../algorithms.ts";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";

export interface LoopPhaseProps {
  label: string;
  /** Bit numbers within the packet. */
  bit: readonly number[];
  phases: readonly { equalizer: EqualizerName; degrees: ArrayLike<number> }[];
  /** The phase that the loop should follow. */
  residualDegrees: ArrayLike<number>;
  /** Bits before the data. */
  knownBits: number;
  picture: Ref<Picture>;
}

/** The loop's phase along a packet, and the line of the residual carrier offset. */
export function LoopPhase({ label, bit, phases, residualDegrees, knownBits, picture }: LoopPhaseProps) {
  const draw = useCallback(
    (palette: Palette) => ({
      traces: [
        ...phases.map(({ equalizer, degrees }): Trace => {
          const { short, colour, symbol } = ALGORITHMS[equalizer];
          const color = palette(colour);
          return {
            type: "scatter",
            mode: "lines+markers",
            name: short,
            of: equalizer,
            x: bit,
            y: degrees,
            line: { color, width: 1.5 },
            marker: { color, symbol, size: 6, maxdisplayed: 9 },
            hovertemplate: "%{y:.1f}°",
          };
        }),
        {
          type: "scatter",
          mode: "lines",
          name: "(ω − ω̂)n",
          x: bit,
          y: residualDegrees,
          line: { color: palette("--ink"), width: 1.5, dash: "dot" },
          hovertemplate: "%{y:.1f}°",
        } satisfies Trace,
      ],
      layout: {
        margin: { l: 48, r: 12, t: 8, b: 34 },
        xaxis: { title: "Bit of the packet", rangemode: "tozero" },
        yaxis: { title: "θ (°)" },
        shapes: [
          {
            type: "rect",
            x0: 0,
            x1: knownBits,
            y0: 0,
            y1: 1,
            yref: "paper",
            fillcolor: palette("--wash"),
            line: { width: 0 },
            layer: "below",
          },
        ],
        uirevision: "phase",
      },
    }),
    [bit, phases, residualDegrees, knownBits],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(x) => `bit ${fixed(Number(x), 0)}`}
      readY={(y) => `${fixed(Number(y), 1)}°`}
    />
  );
}
