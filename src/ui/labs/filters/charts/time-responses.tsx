import { type Ref, useCallback } from "react";
import type { Picture } from "../../../figures/card.tsx";
import { plain, si } from "../../../format.ts";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import { stems } from "../../../figures/stems.ts";
import type { Palette } from "../../../figures/theme.ts";

export interface TimeResponsesProps {
  label: string;
  impulse: Float64Array;
  step: Float64Array;
  /** Imaginary parts of both, for complex coefficients. */
  imaginary?: { impulse: Float64Array; step: Float64Array };
  /** Samples/s, for readings in seconds. */
  rate?: number;
  picture: Ref<Picture>;
}

/** More samples than this are drawn as a line. */
const MOST_STEMS = 80;

/** The impulse response above the step response. */
export function TimeResponses({ label, impulse, step, imaginary, rate, picture }: TimeResponsesProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const x = Array.from(impulse.keys());
      const [first, second] = [palette("--blue"), palette("--green")];
      const few = impulse.length <= MOST_STEMS;
      const traces: Trace[] = [
        {
          type: "scatter",
          mode: few ? "markers" : "lines",
          name: "impulse",
          x,
          y: impulse,
          marker: { color: first, size: 5 },
          line: { color: first, width: 1.4 },
          ...(few ? { error_y: stems(impulse, first) } : {}),
          hovertemplate: "%{y:.4g}",
        },
        {
          type: "scatter",
          mode: "lines",
          name: "step",
          x,
          y: step,
          yaxis: "y2",
          line: { color: second, width: 1.8, ...(few ? { shape: "hv" } : {}) },
          hovertemplate: "%{y:.4g}",
        },
      ];
      // Imaginary parts are dotted lines of the same colours.
      if (imaginary) {
        const dotted = (name: string, y: Float64Array, color: string, more = {}): Trace => ({
          type: "scatter",
          mode: "lines",
          name: `${name}, imaginary part`,
          x,
          y,
          line: { color, width: 1.4, dash: "dot" },
          hovertemplate: "%{y:.4g}j",
          ...more,
        });
        traces.push(dotted("impulse", imaginary.impulse, first));
        traces.push(dotted("step", imaginary.step, second, { yaxis: "y2" }));
      }
      return {
        traces,
        legend: imaginary !== undefined,
        layout: {
          margin: { l: 52, r: 12, t: 8, b: 36 },
          xaxis: { title: "Sample n", anchor: "y2", range: [-0.5, impulse.length - 0.5] },
          yaxis: { title: "h(n)", domain: [0.54, 1], zeroline: true, zerolinecolor: palette("--edge") },
          yaxis2: { title: "Step", domain: [0, 0.46], zeroline: true, zerolinecolor: palette("--edge") },
          uirevision: "time",
        },
      };
    },
    [impulse, step, imaginary],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(n) => `sample ${n}${rate === undefined ? "" : `, ${si(Number(n) / rate, "s", 3)}`}`}
      readY={(y) => plain(Number(y), 4)}
    />
  );
}
