import type { PhaseFigure } from "#core/telemetry/experiment/figures/phase.ts";
import { KNOWN_BITS } from "#core/telemetry/packet.ts";
import { fixed, plain } from "../../format.ts";
import { ALGORITHMS, curveStyle } from "./algorithms.ts";
import { Chart } from "../../figures/chart.tsx";
import { liveCard } from "./live-card.tsx";

export const PhaseCard = liveCard({
  name: "phase",
  title: "Loop phase",
  width: "roomy",
  look: "The residual carrier offset turns the phase along the packet. The loop has to follow the dotted line.",
  useData: (figures) => figures?.phase,
  summary: (shown) => describe(shown),
  table: ({ bit, phases, residualDegrees }) => ({
    columns: ["bit", "equalizer", "θ (°)", "(ω − ω̂)n (°)"],
    rows: phases.flatMap(({ equalizer, degrees }) => bit.map((k, i) => [k, equalizer, degrees[i], residualDegrees[i]])),
  }),
  draw: ({ bit, phases, residualDegrees }, summary) => (
    <Chart
      label={`Loop phase. ${summary}`}
      x={{ title: "Bit of the packet", fromZero: true, digits: 0, read: "bit" }}
      y={{ title: "θ", unit: "°", digits: 1 }}
      curves={[
        ...phases.map(({ equalizer, degrees }) => ({ ...curveStyle(equalizer), x: bit, y: degrees, size: 6, most: 9 })),
        { name: "(ω − ω̂)n", colour: "--ink", x: bit, y: residualDegrees, dash: "dot" },
      ]}
      spans={[{ from: 0, to: KNOWN_BITS, colour: "--wash" }]}
      revision="phase"
    />
  ),
});

function describe({ phases, residual }: PhaseFigure): string {
  const ends = phases.map(({ equalizer, degrees }) => {
    return `${ALGORITHMS[equalizer].short} ${fixed(degrees[degrees.length - 1], 0)}°`;
  });
  return `The frequency estimate is off by ${plain(1e3 * residual, 2)} mrad/sample. At the packet's end the loop's phase is ${ends.join(", ")}.`;
}
