import { QuantityField } from "../../kit/fields/quantity-field.tsx";
import { FigureCard } from "../../figures/card.tsx";
import { fixed } from "../../format.ts";
import { useLive } from "../../kit/live.ts";
import { TrellisChart } from "./charts/trellis-chart.tsx";
import { codeword, editInspection, useTurbo } from "./store.ts";
import { shownIteration } from "./codeword-card.tsx";
import { TRELLIS_LESSON } from "./lessons.ts";
import { NoCodeword } from "./no-codeword.tsx";

/** Most stages to show together. */
const MOST_STAGES = 12;

export function TrellisCard() {
  const { config, inspection, iteration } = useTurbo();
  const { view, trellis, computing } = useLive(codeword);
  const { stage, stages } = inspection;
  const drawn = view && trellis && trellis.from + trellis.llr.length <= view.bits.length;
  const window = config.length / (view?.decoder.windows ?? 1);
  const summary = drawn
    ? trellis.llr
        .map((llr, i) => `Bit ${trellis.from + i}: LLR ${fixed(llr, 2)}, sent ${view.bits[trellis.from + i]}`)
        .join("; ")
    : undefined;
  return (
    <FigureCard
      name="trellis"
      title="Trellis"
      width="full"
      lesson={TRELLIS_LESSON}
      look="Decoder 1 in float64, with γ on the branches (dashed for bit 0) and α and β at the states. The largest metric of each column is 0. The thick path is the transmitted one."
      summary={summary}
      busy={computing && trellis !== undefined}
      table={
        drawn &&
        (() => ({
          columns: ["stage", "state", "α", "β", "γ of 0", "γ of 1", "on the transmitted path", "LLR of the bit"],
          rows: trellis.gamma.flatMap((states, i) =>
            states.map(([zero, one], state) => {
              const metrics = [trellis.alpha[i][state], trellis.beta[i][state], zero, one];
              return [trellis.from + i, state, ...metrics, trellis.path[i] === state ? 1 : 0, trellis.llr[i]];
            }),
          ),
        }))
      }
    >
      <div className="trellis-controls">
        <QuantityField
          label="From stage"
          unit=""
          min={0}
          max={config.length - stages}
          step={1}
          integer
          value={stage}
          onChange={(next) => editInspection({ stage: next })}
        />
        <QuantityField
          label="Stages"
          unit=""
          min={1}
          max={Math.min(MOST_STAGES, config.length)}
          step={1}
          integer
          value={stages}
          onChange={(next) => editInspection({ stages: next })}
        />
        {view && <span className="muted">Iteration {Math.max(1, shownIteration(view, iteration))}</span>}
      </div>
      {drawn ? (
        <TrellisChart
          label={`Trellis of decoder 1, stages ${trellis.from} to ${trellis.from + trellis.llr.length - 1}`}
          trellis={trellis}
          bits={view.bits}
          window={window}
        />
      ) : (
        <NoCodeword sketch="trellis" />
      )}
    </FigureCard>
  );
}
