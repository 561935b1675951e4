import { ADAPTIVE_INSPECTION } from "#core/adaptive/experiment/inspection.ts";
import type { SequenceTrellis } from "#core/adaptive/experiment/figures/survivors.ts";
import { SurvivorsChart, SurvivorsKey } from "../../figures/survivors-chart.tsx";
import { NumberField } from "../../kit/fields/fields-of.tsx";
import { NoFigure } from "../../kit/no-result.tsx";
import { TRELLIS_LESSON } from "./lessons.ts";
import { liveCard } from "./live-card.tsx";
import { editInspection, hasTrellis, inspected, useAdaptive } from "./store.ts";

export const TrellisCard = liveCard({
  name: "trellis",
  title: "Trellis of MLSE",
  width: "full",
  lesson: TRELLIS_LESSON,
  look: "One survivor ends in each state. Traced back, survivors merge: what lies before is decided. Thick: the decided path. A state holds the last symbols, the newest at the right.",
  sketch: "trellis",
  useData({ trellis }) {
    const isShown = useAdaptive(({ config }) => hasTrellis(config));
    return isShown ? trellis?.trellis : undefined;
  },
  summary: describe,
  table: ({ from, states, metrics, survivors, alive, decided, sent }) => ({
    columns: ["after symbol", "state", "metric", "state before", "on a survivor", "decided", "sent"],
    rows: Array.from(survivors, (before, i) => {
      const [column, to] = [Math.floor(i / states), i % states];
      const isAt = (path: Uint16Array) => Number(path[column + 1] === to);
      const metric = Number.isFinite(metrics[i + states]) ? metrics[i + states] : null;
      return [from + column, to, metric, before < 0 ? null : before, alive[i + states], isAt(decided), isAt(sent)];
    }),
  }),
  fields: <Fields />,
  draw: (trellis, summary) => (
    <SurvivorsChart
      label={`Trellis of MLSE. ${summary}`}
      paths={trellis}
      named={namedOf(trellis.states)}
      name={(state) => digitsOf(trellis, state)}
      decides={{ what: "label", of: (state) => state % trellis.choices }}
    />
  ),
  missing: () => <NoTrellis />,
});

/** States with a text: all of a few. */
const namedOf = (states: number) =>
  Array.from({ length: states }, (_, state) => state).filter((state) => state % Math.max(1, states / 16) === 0);

/** The labels that a state holds, the newest at the right. */
function digitsOf({ states, choices }: SequenceTrellis, state: number): string {
  const memory = Math.round(Math.log(states) / Math.log(choices));
  return state.toString(choices).padStart(memory, "0");
}

function Fields() {
  const { config, inspection } = useAdaptive();
  if (!hasTrellis(config)) return null;
  return (
    <div className="trellis-fields">
      <NumberField
        of={ADAPTIVE_INSPECTION.from}
        values={inspection}
        max={Math.max(0, config.symbols - inspection.steps)}
        onChange={editInspection}
      />
      <NumberField of={ADAPTIVE_INSPECTION.steps} values={inspection} onChange={editInspection} />
      <SurvivorsKey sent />
    </div>
  );
}

function NoTrellis() {
  const isShown = useAdaptive(({ config }) => hasTrellis(config));
  return (
    <NoFigure
      of={inspected}
      waiting="Computing the trellis …"
      none={
        isShown
          ? "The packet could not be equalized."
          : "The figure shows trellises of up to 64 states. Choose BPSK or QPSK on a shorter channel to see one."
      }
      expected={isShown}
      sketch="trellis"
    />
  );
}

function describe({ from, states, alive, decided, sent, choices }: SequenceTrellis): string {
  const steps = decided.length - 1;
  const count = (column: number) =>
    alive.subarray(column * states, (column + 1) * states).reduce((sum, one) => sum + one, 0);
  let merged = 0;
  while (merged < steps && count(merged + 1) === 1) merged++;
  const wrong = Array.from({ length: steps }, (_, i) => i + 1).filter(
    (i) => decided[i] % choices !== sent[i] % choices,
  );
  const merging =
    merged > 0 || count(0) === 1
      ? `All survivors have merged up to symbol ${from + merged}.`
      : `${count(0)} different states survive at symbol ${from}.`;
  return `Symbols ${from} to ${from + steps - 1}. ${merging} ${wrong.length} of ${steps} decided symbols are wrong.`;
}
