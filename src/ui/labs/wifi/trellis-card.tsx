import { WIFI_INSPECTION } from "#core/wifi/experiment/inspection.ts";
import type { FrameTrellis } from "#core/wifi/experiment/figures/trellis.ts";
import { NumberField } from "../../kit/fields/fields-of.tsx";
import { useLive } from "../../kit/live.ts";
import { SurvivorsChart, SurvivorsKey } from "../../figures/survivors-chart.tsx";
import { TRELLIS_LESSON } from "./lessons.ts";
import { editInspection, inspected, useWifi } from "./store.ts";
import { liveCard } from "./live-card.tsx";

const STATES = 64;

export const TrellisCard = liveCard({
  name: "survivors",
  title: "The decoder’s trellis",
  width: "full",
  lesson: TRELLIS_LESSON,
  look: "One survivor ends in each of the 64 states. Traced back, they merge: the bits before are decided, and later LLRs cannot change them. Thick: the decided path. Dots at the foot mark steps with a punctured bit.",
  sketch: "trellis",
  useData: ({ trellis }) => trellis,
  summary: describe,
  table: tableOf,
  fields: <Fields />,
  draw: (trellis, summary) => (
    <SurvivorsChart
      label={`Trellis of the decoder. ${summary}`}
      paths={{ ...trellis, states: STATES }}
      named={[0, 16, 32, 48, 63]}
      name={(state) => state.toString(2).padStart(6, "0")}
      decides={{ what: "bit", of: (state) => state & 1 }}
      isMarked={(column) => trellis.llr[2 * column] === 0 || trellis.llr[2 * column + 1] === 0}
    />
  ),
});

/** The choice of the steps, and the key of the lines. */
function Fields() {
  const inspection = useWifi((store) => store.inspection);
  const { view, trellis } = useLive(inspected);
  return (
    <div className="trellis-controls">
      <NumberField
        of={WIFI_INSPECTION.step}
        values={inspection}
        max={view && Math.max(0, view.line.symbols * view.line.rate.dataBits - inspection.steps)}
        onChange={editInspection}
      />
      <NumberField of={WIFI_INSPECTION.steps} values={inspection} onChange={editInspection} />
      <SurvivorsKey sent={trellis?.sent !== undefined} />
    </div>
  );
}

function describe({ from, survivors, alive, decided, sent }: FrameTrellis): string {
  const steps = survivors.length / STATES;
  const count = (column: number) =>
    alive.subarray(column * STATES, (column + 1) * STATES).reduce((sum, each) => sum + each, 0);
  let merged = 0;
  while (merged < steps && count(merged + 1) === 1) merged++;
  const bits = Array.from(decided.subarray(1), (state) => state & 1).join("");
  const wrong = sent && sent.subarray(1).filter((state, i) => (state & 1) !== (decided[i + 1] & 1)).length;
  const merging =
    merged > 0 || count(0) === 1
      ? `All survivors have merged up to step ${from + merged}.`
      : `${count(0)} different states survive at step ${from}.`;
  return `Steps ${from} to ${from + steps - 1}, decided ${bits}. ${merging}${wrong ? ` ${wrong} decided bits are wrong.` : ""}`;
}

function tableOf({ from, metrics, survivors, alive, decided, sent }: FrameTrellis) {
  return {
    columns: ["after step", "state", "metric", "state before", "on a survivor", "decided", "sent"],
    rows: [...survivors].map((before, i) => {
      const [column, to] = [Math.floor(i / STATES), i % STATES];
      const isAt = (states: Uint8Array) => Number(states[column + 1] === to);
      const [metric, survives] = [metrics[i + STATES], alive[i + STATES]];
      return [from + column, to, metric, before < 0 ? null : before, survives, isAt(decided), sent ? isAt(sent) : null];
    }),
  };
}
