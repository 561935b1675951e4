import { type Ref, useCallback } from "react";
import type { ReliabilityBin } from "#core/detection/calibration.ts";
import type { Picture } from "../../../figures/card.tsx";
import { type MeasuredSeries, measuredTraces } from "../../../figures/measured-traces.ts";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";
import { rate } from "../../../format.ts";

/** The measured error rates of one detector's LLRs. */
export interface ReliabilitySeries extends MeasuredSeries {
  bins: readonly ReliabilityBin[];
}

interface ReliabilityProps {
  label: string;
  series: readonly ReliabilitySeries[];
  picture: Ref<Picture>;
}

/** Both axes reach this at most. */
const HALF = 0.7;

/** Without an error, a bin shows something only if its LLRs promise at least one. */
const isTelling = ({ wrong, promised, bits }: ReliabilityBin) => wrong > 0 || promised * bits >= 1;

/** Reliability diagram: measured error rates over the error probabilities that LLRs promise. */
export function Reliability({ label, series, picture }: ReliabilityProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const drawn = series.map((one) => ({ ...one, bins: one.bins.filter(isTelling) }));
      const all = drawn.flatMap(({ bins }) =>
        bins.flatMap(({ promised, wrong, rate, ci95 }) => [promised, wrong ? rate : ci95[1]]),
      );
      const lowest = Math.floor(Math.log10(Math.min(1e-2, ...all)));
      const diagonal: Trace = {
        type: "scatter",
        mode: "lines",
        name: "as promised",
        x: [10 ** lowest, 0.5],
        y: [10 ** lowest, 0.5],
        hoverinfo: "skip",
        line: { color: palette("--muted"), width: 1, dash: "dot" },
      };
      const measured = drawn.flatMap(({ bins, ...style }) => {
        const points = bins.map(({ bits, wrong, ...bin }) => ({ ...bin, trials: bits, errors: wrong }));
        return measuredTraces({ ...style, points }, ({ promised }) => promised, "bits", palette);
      });
      const axis = {
        type: "log",
        range: [lowest, Math.log10(HALF)],
        dtick: 1,
        tickfont: { size: 10 },
        exponentformat: "power",
      };
      return {
        traces: [diagonal, ...measured],
        legend: true,
        layout: {
          xaxis: { ...axis, title: "Promised error probability 1/(1 + e^|L|)" },
          yaxis: { ...axis, title: "Measured error rate", hoverformat: ".1e" },
          hovermode: "closest",
        },
      };
    },
    [series],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(x) => `promised ${rate(Number(x))}`}
      readY={(y) => `measured ${rate(Number(y))}`}
    />
  );
}
