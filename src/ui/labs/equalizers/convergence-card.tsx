import { columnsToRows } from "../../figures/table.ts";
import { plain } from "../../format.ts";
import { Chart } from "../../figures/chart.tsx";
import { toggleEqualizer, useScenario } from "./store/scenario.ts";
import { lights } from "../../figures/attention.ts";
import { TAP_SAMPLES } from "./taps-card.tsx";
import { liveCard } from "./live-card.tsx";
import { Button } from "../../elements/button.tsx";

export const ConvergenceCard = liveCard({
  name: "convergence",
  title: "CMA convergence",
  look: "Above: the envelope’s deviation from a constant after each pass; the band holds half of the packets. Below: the change of each tap.",
  useData: (figures) => figures?.convergence,
  summary({ median }) {
    const last = median.length - 1;
    return `The cost goes from ${plain(median[0], 3)} to ${plain(median[last], 3)} in ${last} passes, for the packet with the median cost.`;
  },
  table: ({ lower, median, upper }) => ({
    columns: ["passes", "J, lower quarter", "J, median", "J, upper quarter"],
    rows: columnsToRows(passesOf(median), lower, median, upper),
  }),
  draw: ({ lower, median, upper, movement }, summary) => (
    <div className="lit" {...lights("cma")}>
      <Chart
        label={`CMA convergence. ${summary}`}
        x={{ title: "Passes", fromZero: true, digits: 0, read: "at" }}
        y={[
          { title: "J", log: true, step: null, part: 1.8, more: { tickformat: ".3~g", nticks: 5 } },
          { title: "|Δc(k)|", fromZero: true, x: { title: "Tap k (samples)", step: 30 } },
        ]}
        curves={[
          { ...CMA, name: "median J", x: passesOf(median), y: positive(median), symbol: "x", size: 7, most: 40 },
          {
            ...CMA,
            name: "middle half of the packets",
            x: passesOf(median),
            y: positive(upper),
            area: positive(lower),
            width: 0,
          },
          {
            ...CMA,
            name: "change of the tap",
            x: movement ? TAP_SAMPLES : [],
            y: movement ?? [],
            axis: 1,
            width: 0,
            symbol: "circle",
            size: 3.5,
            stems: true,
          },
        ]}
      />
    </div>
  ),
  missing: (figures) => figures && <NoPasses />,
});

const CMA = { colour: "--green" } as const;

const passesOf = (median: ArrayLike<number>) => Array.from(median, (_, pass) => pass);

function NoPasses() {
  const on = useScenario(({ scenario }) => scenario.equalizers.includes("cma"));
  return (
    <div className="empty">
      <p>{on ? "No packet was found." : "CMA is off."}</p>
      {!on && <Button onClick={() => toggleEqualizer("cma")}>Switch CMA on</Button>}
    </div>
  );
}

/** A logarithmic axis has no place for other values. */
const positive = (values: ArrayLike<number>) =>
  Array.from(values, (value) => (Number.isFinite(value) && value > 0 ? value : null));
