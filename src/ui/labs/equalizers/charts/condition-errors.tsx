import { type Ref, useCallback } from "react";
import type { SolverName } from "#core/telemetry/equalizer/solvers.ts";
import type { SolvedSystem } from "#core/telemetry/experiment/solve-taps.ts";
import type { Picture } from "../../../figures/card.tsx";
import { fixed, rate } from "../../../format.ts";
import type { Look } from "../../../figures/looks.ts";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";

export interface SolverErrors extends Pick<Look, "colour" | "symbol"> {
  method: SolverName;
  title: string;
  systems: readonly SolvedSystem[];
}

interface ConditionErrorsProps {
  label: string;
  solvers: readonly SolverErrors[];
  picture: Ref<Picture>;
}

/** What rounding the system to float32 may change in its solution, dB. */
const roundingDb = (condition: number) => 20 * Math.log10(condition * 2 ** -24);

/** The error of each system's taps over its condition number, with the line of rounding to float32. */
export function ConditionErrors({ label, solvers, picture }: ConditionErrorsProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const conditions = solvers.flatMap(({ systems }) => systems.flatMap(({ condition }) => condition ?? []));
      const ends = [Math.min(...conditions) / 1.5, Math.max(...conditions) * 1.5];
      const dots = solvers.flatMap(({ method, title, colour, symbol, systems }) =>
        (["mmse", "zf"] as const).map((equalizer): Trace => {
          const mine = systems.filter((system) => system.equalizer === equalizer);
          const name = `${title}, ${equalizer.toUpperCase()}`;
          return {
            type: "scatter",
            mode: "markers",
            name: title,
            showlegend: equalizer === "mmse",
            x: mine.map(({ condition }) => condition),
            y: mine.map(({ errorDb }) => errorDb),
            marker: {
              color: palette(colour),
              symbol: equalizer === "zf" ? `${symbol}-open` : symbol,
              // The errors of LU and of banded LU are equal.
              size: method === "lu" ? 12 : 7,
              line: { color: palette(colour), width: 1.5 },
            },
            hovertemplate: `${name}: %{y:.1f} dB<extra></extra>`,
          };
        }),
      );
      const line: Trace = {
        type: "scatter",
        mode: "lines",
        name: "κ · 2⁻²⁴",
        x: ends,
        y: ends.map(roundingDb),
        line: { color: palette("--muted"), width: 1.5, dash: "dot" },
        hoverinfo: "skip",
      };
      return {
        traces: [line, ...dots],
        layout: {
          xaxis: {
            title: "Condition number κ",
            type: "log",
            range: ends.map(Math.log10),
            dtick: 1,
            exponentformat: "power",
            minor: { dtick: "D1", showgrid: false, ticks: "outside", ticklen: 3, tickcolor: palette("--line") },
          },
          yaxis: { title: "Error of the taps (dB)" },
          hovermode: "closest",
        },
      };
    },
    [solvers],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(x) => `κ = ${rate(Number(x))}`}
      readY={(y) => `${fixed(Number(y), 1)} dB`}
    />
  );
}
