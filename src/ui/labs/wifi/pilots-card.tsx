import type { FrameView } from "#core/wifi/experiment/figures/view.ts";
import { columnsToRows } from "../../figures/table.ts";
import { fixed, plain } from "../../format.ts";
import { Chart } from "../../figures/chart.tsx";
import { PILOTS_LESSON } from "./lessons.ts";
import { liveCard } from "./live-card.tsx";

export const PilotsCard = liveCard({
  name: "pilots",
  title: "Pilots: phase and timing",
  lesson: PILOTS_LESSON,
  look: "Four pilots per symbol show what the training left over: a common phase, and a slope over the carriers, which is a drift of the sampling time.",
  sketch: "curves",
  useData: ({ view }) => (view && view.phase.length > 0 ? dataOf(view) : undefined),
  summary: describe,
  table: ({ symbol, degrees, drift }) => ({
    columns: ["symbol", "phase (°)", "drift (samples)"],
    rows: columnsToRows(symbol, degrees, drift),
  }),
  draw: ({ symbol, degrees, drift }, summary) => (
    <Chart
      label={`Phase and timing from the pilots. ${summary}`}
      x={{ title: "Data symbol", read: "symbol" }}
      y={[
        { title: "Phase", unit: "°", digits: 1 },
        { title: "Drift", unit: "samples", digits: 3 },
      ]}
      curves={[
        { name: "phase", x: symbol, y: degrees, colour: "--blue", ...SMALL_DOTS },
        { name: "drift", x: symbol, y: drift, colour: "--orange", axis: 1, ...SMALL_DOTS },
      ]}
      legend={false}
    />
  ),
});

const SMALL_DOTS = { width: 1.2, symbol: "circle", size: 4 };

function dataOf({ phase, drift }: FrameView) {
  let turns = 0;
  const degrees = Float64Array.from(phase, (value, i) => {
    // The phase continues where it wraps.
    if (i > 0) turns -= Math.round((value - phase[i - 1]) / (2 * Math.PI));
    return ((value + 2 * Math.PI * turns) * 180) / Math.PI;
  });
  return { symbol: Float64Array.from(phase, (_, i) => i), degrees, drift };
}

function describe({ degrees, drift }: ReturnType<typeof dataOf>): string {
  const last = degrees.length - 1;
  return `From symbol 0 to ${last} the phase goes from ${fixed(degrees[0], 1)}° to ${fixed(degrees[last], 1)}°, the sampling time from ${plain(drift[0], 2)} to ${plain(drift[last], 2)} samples.`;
}
