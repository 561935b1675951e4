import type { ErrorFigure } from "#core/telemetry/experiment/figures/errors.ts";
import { type EqualizerName, EQUALIZERS } from "#core/telemetry/experiment/scenario.ts";
import { useMemo } from "react";
import { Terms } from "../../elements/glossary/terms.tsx";
import { rateInterval, rateWithin, whole } from "../../format.ts";
import { ALGORITHMS } from "./algorithms.ts";
import { Glyph } from "./glyph.tsx";
import { useFigures } from "./store/figures.ts";
import { toggleEqualizer, useScenario } from "./store/scenario.ts";
import { useAttention } from "../../figures/attention.ts";
import { evmText } from "./text.ts";
import "../../kit/scores.css";

/** The legend of the whole page: each algorithm with its bit error rate in the figures' packets. A click adds or removes it. */
export function ScoreStrip() {
  const waiting = useFigures((state) => state.waiting);
  const errors = useFigures((state) => state.figures?.errors);
  const lowest = useMemo(() => lowestOf(errors ?? []), [errors]);
  return (
    <div className="scores" role="group" aria-label="Algorithms" data-busy={waiting || undefined}>
      {EQUALIZERS.map((name, i) => (
        <Score key={name} name={name} digit={i + 1} low={lowest.has(name)} />
      ))}
      {errors && <p className="unseen">{describeErrors(errors)}</p>}
    </div>
  );
}

/** What the numbers of the strip are, and how many bits they count. */
export function ScoreNote() {
  const errors = useFigures((state) => state.figures?.errors);
  const bits = Math.max(0, ...(errors ?? []).map((one) => one.bits));
  if (bits === 0) return null;
  return (
    <p className="score-note">
      <Terms>{`BER in ${whole(bits)} bits, 95 % confidence interval`}</Terms>
    </p>
  );
}

/** The equalizers that cannot be told from the best: their intervals reach down to its upper limit. */
function lowestOf(errors: readonly ErrorFigure[]): ReadonlySet<EqualizerName> {
  const least = Math.min(...errors.map(({ ci95 }) => ci95?.[1] ?? 1));
  return new Set(errors.filter(({ ci95 }) => ci95 && ci95[0] <= least).map(({ equalizer }) => equalizer));
}

interface ScoreProps {
  name: EqualizerName;
  digit: number;
  /** Whether it is among the lowest rates. */
  low: boolean;
}

function Score({ name, digit, low }: ScoreProps) {
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
      data-low={(on && low) || undefined}
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
      <span className="score-ber">
        {on && <span className="score-what muted">BER</span>}
        <span className="score-rate">{on ? describeRate(count) : "off"}</span>
      </span>
      <span className="score-interval muted">{(on && count?.ci95 && rateInterval(count.ci95)) || " "}</span>
      <span className="score-evm muted">{on && evm !== undefined ? `EVM ${evmText(evm)}` : " "}</span>
    </button>
  );
}

/** An error rate as text. Few packets without an error show "no error", because their upper limit would look like a high rate. */
function describeRate(count: ErrorFigure | undefined): string {
  if (!count?.ci95) return "–";
  return count.errors > 0 ? rateWithin(count.errors / count.bits, count.ci95) : "no error";
}

/** The strip as sentences. */
function describeErrors(errors: readonly ErrorFigure[]): string {
  const lowest = lowestOf(errors);
  const names = errors
    .filter(({ equalizer }) => lowest.has(equalizer))
    .map(({ equalizer }) => ALGORITHMS[equalizer].short);
  const rates = errors.map(({ equalizer, bits, errors, ci95 }) => {
    const within = ci95 ? `, 95 % confidence interval ${rateInterval(ci95)}` : "";
    return `${ALGORITHMS[equalizer].short}: ${errors} errors in ${whole(bits)} bits${within}`;
  });
  return `${rates.join("; ")}.${names.length ? ` Lowest within the intervals: ${names.join(", ")}.` : ""}`;
}
