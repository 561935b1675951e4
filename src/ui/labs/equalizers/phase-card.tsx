import type { PhaseFigure } from "#core/telemetry/experiment/figures/phase.ts";
import { KNOWN_BITS } from "#core/telemetry/packet.ts";
import { FigureCard } from "../../figures/card.tsx";
import { fixed, plain } from "../../format.ts";
import { ALGORITHMS, curveStyle } from "./algorithms.ts";
import { Chart } from "../../figures/chart.tsx";
import { useFigures } from "./store/figures.ts";
import { lessonOf } from "./lesson-of.ts";
import { FIRST_PACKET_MISSING } from "./text.ts";

export function PhaseCard() {
  const figures = useFigures((state) => state.figures);
  const waiting = useFigures((state) => state.waiting);
  const shown = figures?.phase;
  const summary = shown ? describe(shown) : undefined;
  return (
    <FigureCard
      name="phase"
      lesson={lessonOf("phase")}
      title="Loop phase"
      width="roomy"
      look="The residual carrier offset turns the phase along the packet. The loop has to follow the dotted line."
      summary={summary}
      busy={waiting}
      table={
        shown &&
        (() => ({
          columns: ["bit", "equalizer", "θ (°)", "(ω − ω̂)n (°)"],
          rows: shown.phases.flatMap(({ equalizer, degrees }) =>
            shown.bit.map((k, i) => [k, equalizer, degrees[i], shown.residualDegrees[i]]),
          ),
        }))
      }
    >
      {shown && (
        <Chart
          label={`Loop phase. ${summary}`}
          x={{ title: "Bit of the packet", fromZero: true, digits: 0, read: "bit" }}
          y={{ title: "θ", unit: "°", digits: 1 }}
          curves={[
            ...shown.phases.map(({ equalizer, degrees }) => ({
              ...curveStyle(equalizer),
              x: shown.bit,
              y: degrees,
              size: 6,
              most: 9,
            })),
            { name: "(ω − ω̂)n", colour: "--ink", x: shown.bit, y: shown.residualDegrees, dash: "dot" },
          ]}
          spans={[{ from: 0, to: KNOWN_BITS, colour: "--wash" }]}
          revision="phase"
        />
      )}
      {figures && !shown && <p className="empty">{FIRST_PACKET_MISSING}</p>}
    </FigureCard>
  );
}

function describe({ phases, residual }: PhaseFigure): string {
  const ends = phases.map(({ equalizer, degrees }) => {
    return `${ALGORITHMS[equalizer].short} ${fixed(degrees[degrees.length - 1], 0)}°`;
  });
  return `The frequency estimate is off by ${plain(1e3 * residual, 2)} mrad/sample. At the packet's end the loop's phase is ${ends.join(", ")}.`;
}
