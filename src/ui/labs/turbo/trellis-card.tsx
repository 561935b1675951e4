import { TURBO_INSPECTION } from "#core/codes/turbo/experiment/inspection.ts";
import { fixed } from "../../format.ts";
import { useLive } from "../../kit/live.ts";
import { TrellisChart } from "./charts/trellis-chart.tsx";
import { codeword, editInspection, useTurbo } from "./store.ts";
import { shownIteration } from "./codeword-card.tsx";
import { TRELLIS_LESSON } from "./lessons.ts";
import { liveCard } from "./live-card.tsx";
import { NumberField } from "../../kit/fields/fields-of.tsx";

export const TrellisCard = liveCard({
  name: "trellis",
  title: "Trellis",
  width: "full",
  lesson: TRELLIS_LESSON,
  look: "Decoder 1 in float64, with γ on the branches (dashed for bit 0) and α and β at the states. The largest metric of each column is 0. The thick path is the transmitted one.",
  sketch: "trellis",
  useData: ({ trellis }) => trellis,
  summary: ({ from, bits, llr }) =>
    llr.map((value, i) => `Bit ${from + i}: LLR ${fixed(value, 2)}, sent ${bits[i]}`).join("; "),
  table: ({ from, gamma, alpha, beta, path, llr }) => ({
    columns: ["stage", "state", "α", "β", "γ of 0", "γ of 1", "on the transmitted path", "LLR of the bit"],
    rows: gamma.flatMap((states, i) =>
      states.map(([zero, one], state) => {
        const metrics = [alpha[i][state], beta[i][state], zero, one];
        return [from + i, state, ...metrics, path[i] === state ? 1 : 0, llr[i]];
      }),
    ),
  }),
  fields: <Stages />,
  draw: (trellis) => {
    const { from, llr } = trellis;
    return (
      <TrellisChart label={`Trellis of decoder 1, stages ${from} to ${from + llr.length - 1}`} trellis={trellis} />
    );
  },
});

/** The choice of the stages, and the shown iteration. */
function Stages() {
  const { config, inspection, iteration } = useTurbo();
  const { view } = useLive(codeword);
  const { stage, stages } = TURBO_INSPECTION;
  return (
    <div className="trellis-controls">
      <NumberField of={stage} values={inspection} onChange={editInspection} max={config.length - inspection.stages} />
      <NumberField
        of={stages}
        values={inspection}
        onChange={editInspection}
        max={Math.min(stages.max, config.length)}
      />
      {view && <span className="muted">Iteration {Math.max(1, shownIteration(view, iteration))}</span>}
    </div>
  );
}
