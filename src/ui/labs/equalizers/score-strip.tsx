import type { ErrorFigure } from "#core/telemetry/experiment/figures/errors.ts";
import { type EqualizerName, EQUALIZERS } from "#core/telemetry/experiment/scenario.ts";
import { rate, whole } from "../../format.ts";
import { ALGORITHMS } from "./algorithms.ts";
import { Glyph } from "./glyph.tsx";
import { useFigures } from "./store/figures.ts";
import { toggleEqualizer, useScenario } from "./store/scenario.ts";
import { useAttention } from "../../figures/attention.ts";
import { evmText } from "./text.ts";
import "../../kit/scores.css";

/** The legend of the whole page: each algorithm with its error rate in the figures' packets. A click adds or removes it. */
export function ScoreStrip() {
  const waiting = useFigures((state) => state.waiting);
  const errors = useFigures((state) => state.figures?.errors);
  return (
    <div className="scores" role="group" aria-label="Algorithms" data-busy={waiting || undefined}>
      {EQUALIZERS.map((name, i) => (
        <Score key={name} name={name} digit={i + 1} />
      ))}
      {errors && <p className="unseen">{describeErrors(errors)}</p>}
    </div>
  );
}

function Score({ name, digit }: { name: EqualizerName; digit: number }) {
  const on = useScenario((state) => state.scenario.equalizers.includes(name));
  const faded = useAttention(({ highlight }) => highlight !== undefined && highlight !== name);
  const count = useFigures((state) => state.figures?.errors.find(({ equalizer }) => equalizer === name));
  const evm = useFigures(
    (state) => state.figures?.constellations.find(({ equalizer }) => equalizer === name)?.evmPercent,
  );
  const { short, name: long, about } = ALGORITHMS[name];
  const light = (highlight?: EqualizerName) => useAttention.setState({ highlight });
  return (
    <button
      type="button"
      className="score"
      aria-pressed={on}
      data-faded={faded || undefined}
      title={`${long}. ${about} Key ${digit}.`}
      onClick={() => toggleEqualizer(name)}
      onPointerEnter={() => on && light(name)}
      onPointerLeave={() => light()}
      onFocus={(event) => on && event.currentTarget.matches(":focus-visible") && light(name)}
      onBlur={() => light()}
    >
      <span className="score-name">
        <Glyph of={name} size={13} /> {short}
      </span>
      <span className="score-rate">{on ? describeRate(count) : "off"}</span>
      <span className="score-evm muted">{on && evm !== undefined ? `EVM ${evmText(evm)}` : " "}</span>
    </button>
  );
}

/** An error rate as text. Few packets without an error show "no error", because their upper limit would look like a high rate. */
function describeRate(count: { bits: number; errors: number } | undefined): string {
  if (!count || count.bits === 0) return "–";
  return count.errors > 0 ? rate(count.errors / count.bits) : "no error";
}

/** The strip as a sentence. */
function describeErrors(errors: readonly ErrorFigure[]): string {
  return errors
    .map(({ equalizer, bits, errors }) => `${ALGORITHMS[equalizer].short}: ${errors} errors in ${whole(bits)} bits`)
    .join("; ");
}
