import { useRef } from "react";
import type { PhaseFigure } from "#core/telemetry/experiment/figures/phase.ts";
import { KNOWN_BITS } from "#core/telemetry/packet.ts";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { fixed, plain } from "../../format.ts";
import { ALGORITHMS } from "./algorithms.ts";
import { LoopPhase } from "./charts/loop-phase.tsx";
import { useFigures } from "./store/figures.ts";
import { lessonOf } from "./lesson-of.ts";
import { FIRST_PACKET_MISSING } from "./text.ts";

export function PhaseCard() {
  const figures = useFigures((state) => state.figures);
  const waiting = useFigures((state) => state.waiting);
  const picture = useRef<Picture>(null);
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
      picture={picture}
      table={
        shown
          ? () => ({
              columns: ["bit", "equalizer", "θ (°)", "(ω − ω̂)n (°)"],
              rows: shown.phases.flatMap(({ equalizer, degrees }) =>
                shown.bit.map((k, i) => [k, equalizer, degrees[i], shown.residualDegrees[i]]),
              ),
            })
          : undefined
      }
    >
      {shown && (
        <>
          <LoopPhase label={`Loop phase. ${summary}`} {...shown} knownBits={KNOWN_BITS} picture={picture} />
        </>
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
