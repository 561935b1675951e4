import { useRef } from "react";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { columnsToRows } from "../../figures/table.ts";
import { plain } from "../../format.ts";
import { Convergence } from "./charts/convergence.tsx";
import { useFigures } from "./store/figures.ts";
import { toggleEqualizer, useScenario } from "./store/scenario.ts";
import { lights } from "./legend.tsx";
import { lessonOf } from "./lesson-of.ts";
import { TAP_SAMPLES } from "./taps-card.tsx";

export function ConvergenceCard() {
  const figures = useFigures((state) => state.figures);
  const waiting = useFigures((state) => state.waiting);
  const on = useScenario(({ scenario }) => scenario.equalizers.includes("cma"));
  const picture = useRef<Picture>(null);
  const shown = figures?.convergence;
  const last = shown ? shown.median.length - 1 : 0;
  const summary = shown
    ? `The cost goes from ${plain(shown.median[0], 3)} to ${plain(shown.median[last], 3)} in ${last} passes, for the packet with the median cost.`
    : undefined;
  return (
    <FigureCard
      name="convergence"
      lesson={lessonOf("convergence")}
      title="CMA convergence"
      look="Above: the envelope’s deviation from a constant after each pass; the band holds half of the packets. Below: the change of each tap."
      summary={summary}
      busy={waiting}
      picture={picture}
      table={
        shown
          ? () => ({
              columns: ["passes", "J, lower quarter", "J, median", "J, upper quarter"],
              rows: columnsToRows(
                Array.from(shown.median, (_, pass) => pass),
                shown.lower,
                shown.median,
                shown.upper,
              ),
            })
          : undefined
      }
    >
      {shown && (
        <div className="lit" {...lights("cma")}>
          <Convergence label={`CMA convergence. ${summary}`} {...shown} sample={TAP_SAMPLES} picture={picture} />
        </div>
      )}
      {figures && !shown && (
        <div className="empty">
          <p>{on ? "No packet was found." : "CMA is off."}</p>
          {!on && (
            <button type="button" className="button" onClick={() => toggleEqualizer("cma")}>
              Switch CMA on
            </button>
          )}
        </div>
      )}
    </FigureCard>
  );
}
