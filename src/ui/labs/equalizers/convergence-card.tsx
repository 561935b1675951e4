import { FigureCard } from "../../figures/card.tsx";
import { columnsToRows } from "../../figures/table.ts";
import { plain } from "../../format.ts";
import { Chart } from "../../figures/chart.tsx";
import { useFigures } from "./store/figures.ts";
import { toggleEqualizer, useScenario } from "./store/scenario.ts";
import { lights } from "../../figures/attention.ts";
import { lessonOf } from "./lesson-of.ts";
import { TAP_SAMPLES } from "./taps-card.tsx";

export function ConvergenceCard() {
  const figures = useFigures((state) => state.figures);
  const waiting = useFigures((state) => state.waiting);
  const on = useScenario(({ scenario }) => scenario.equalizers.includes("cma"));
  const shown = figures?.convergence;
  const passes = Array.from(shown?.median ?? [], (_, pass) => pass);
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
      table={
        shown &&
        (() => ({
          columns: ["passes", "J, lower quarter", "J, median", "J, upper quarter"],
          rows: columnsToRows(passes, shown.lower, shown.median, shown.upper),
        }))
      }
    >
      {shown && (
        <div className="lit" {...lights("cma")}>
          <Chart
            label={`CMA convergence. ${summary}`}
            x={{ title: "Passes", fromZero: true, digits: 0, read: "at" }}
            y={[
              { title: "J", log: true, step: null, part: 1.8, more: { tickformat: ".3~g", nticks: 5 } },
              { title: "|Δc(k)|", fromZero: true, x: { title: "Tap k (samples)", step: 30 } },
            ]}
            curves={[
              {
                name: "median J",
                colour: "--green",
                x: passes,
                y: positive(shown.median),
                symbol: "x",
                size: 7,
                most: 40,
              },
              {
                name: "middle half of the packets",
                colour: "--green",
                x: passes,
                y: positive(shown.upper),
                area: positive(shown.lower),
                width: 0,
              },
              {
                name: "change of the tap",
                colour: "--green",
                x: shown.movement ? TAP_SAMPLES : [],
                y: shown.movement ?? [],
                axis: 1,
                width: 0,
                symbol: "circle",
                size: 3.5,
                stems: true,
              },
            ]}
          />
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

/** A logarithmic axis has no place for other values. */
const positive = (values: ArrayLike<number>) =>
  Array.from(values, (value) => (Number.isFinite(value) && value > 0 ? value : null));
