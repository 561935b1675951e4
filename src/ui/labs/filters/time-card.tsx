import type { FilterView } from "#core/filters/view.ts";
import { FigureCard } from "../../figures/card.tsx";
import { columnsToRows } from "../../figures/table.ts";
import { si } from "../../format.ts";
import { Chart, type Curve } from "../../figures/chart.tsx";
import { useFilters } from "./store/filters.ts";
import { stepSentence } from "./verdicts.ts";

/** The card of the impulse and step responses. */
export function TimeCard() {
  const { view, computing } = useFilters(({ designed }) => designed);
  const rate = view?.spec.rate;
  const summary = view && describe(view);
  return (
    <FigureCard
      name="impulse"
      title="Impulse and step"
      lesson={async () => (await import("./lessons.ts")).TIME_LESSON}
      look="The output for 1, 0, 0, … and for 1, 1, 1, …: how long the filter rings, and how far the step overshoots."
      summary={summary}
      busy={computing && view !== undefined}
      table={
        view &&
        (() => ({
          columns: view.imaginary
            ? ["sample", "impulse response", "its imaginary part", "step response", "its imaginary part "]
            : ["sample", "impulse response", "step response"],
          rows: view.imaginary
            ? columnsToRows(
                [...view.impulse.keys()],
                view.impulse,
                view.imaginary.impulse,
                view.step,
                view.imaginary.step,
              )
            : columnsToRows([...view.impulse.keys()], view.impulse, view.step),
        }))
      }
    >
      {view && (
        <Chart
          label={`Impulse and step response. ${summary}`}
          x={{
            title: "Sample n",
            range: [-0.5, view.impulse.length - 0.5],
            read: (n) => `sample ${n}${rate === undefined ? "" : `, ${si(Number(n) / rate, "s", 3)}`}`,
          }}
          y={[
            { title: "h(n)", zero: "--edge" },
            { title: "Step", zero: "--edge" },
          ]}
          curves={curvesOf(view)}
          legend={view.imaginary !== undefined}
          revision="time"
        />
      )}
    </FigureCard>
  );
}

/** More samples than this are drawn as a line. */
const MOST_STEMS = 80;

/** The impulse response in the upper panel, the step response in the lower one; imaginary parts are dotted. */
function curvesOf({ impulse, step, imaginary }: FilterView): Curve[] {
  const x = [...impulse.keys()];
  const few = impulse.length <= MOST_STEMS;
  const dots = few ? { width: 0, symbol: "circle", size: 5, stems: true } : { width: 1.4 };
  const dotted = { x, width: 1.4, dash: "dot", says: "%{y:.4g}j" };
  return [
    { name: "impulse", colour: "--blue", x, y: impulse, ...dots },
    { name: "step", colour: "--green", x, y: step, axis: 1, width: 1.8, steps: few },
    ...(imaginary
      ? ([
          { ...dotted, name: "impulse, imaginary part", colour: "--blue", y: imaginary.impulse },
          { ...dotted, name: "step, imaginary part", colour: "--green", y: imaginary.step, axis: 1 },
        ] as const)
      : []),
  ];
}

function describe(view: FilterView): string {
  const { impulse, ringing } = view;
  if (!ringing) return "The impulse response does not decay.";
  const { last, settled } = ringing;
  const rings = settled
    ? `After ${last} samples the impulse response stays below 1 % of its peak.`
    : `The impulse response still exceeds 1 % of its peak after ${last} samples.`;
  const cut = last >= impulse.length && `The figure shows the first ${impulse.length} samples.`;
  return [rings, stepSentence(view), cut].filter(Boolean).join(" ");
}
