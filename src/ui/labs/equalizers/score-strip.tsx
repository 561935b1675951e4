import type { ErrorFigure } from "#core/telemetry/experiment/figures/error-counts.ts";
import { type EqualizerName, EQUALIZERS, THESIS_EQUALIZERS } from "#core/telemetry/experiment/scenario.ts";
import { useMemo } from "react";
import { Terms } from "../../elements/glossary/terms.tsx";
import { counted, rateWithin, whole } from "../../format.ts";
import { ALGORITHMS } from "./algorithms.ts";
import { Glyph } from "./glyph.tsx";
import { countedErrors, useFigures } from "./store/figures.ts";
import { toggleEqualizer, useScenario } from "./store/scenario.ts";
import { AFTER_PREDICTION, useAttention, useWaiting } from "../../figures/attention.ts";
import { evmText } from "./text.ts";
import "../../kit/scores.css";

/** The thesis's equalizers are always in the strip, the others once they are chosen. */
const isAlwaysShown = (name: EqualizerName) => (THESIS_EQUALIZERS as readonly EqualizerName[]).includes(name);

/** The legend of the whole page: each algorithm with its bit error rate in the figures' packets. A click adds or removes it. */
export function ScoreStrip() {
  const chosen = useScenario((state) => state.scenario.equalizers);
  const waiting = useFigures((state) => state.waiting);
  const isWaiting = useWaiting();
  const counts = useFigures(countedErrors);
  const errors = isWaiting ? undefined : counts;
  const lowest = useMemo(() => lowestOf(errors ?? []), [errors]);
  return (
    <div className="scores" role="group" aria-label="Algorithms" data-busy={waiting || undefined}>
      {EQUALIZERS.map(
        (name, i) =>
          (isAlwaysShown(name) || chosen.includes(name)) && (
            <Score key={name} name={name} digit={i + 1} low={lowest.has(name)} />
          ),
      )}
      {errors && <p className="unseen">{describeErrors(errors)}</p>}
    </div>
  );
}

const COUNTS = "Wrong bits; BER with its 95 % confidence interval, which counts packets";

/** What the numbers of the strip are, and why their intervals are wide. */
export function ScoreNote() {
  const isWaiting = useWaiting();
  const some = useFigures((state) => countedErrors(state)?.some(({ ci95 }) => ci95));
  const draws = useFigures((state) => state.live?.draws);
  if (!some || isWaiting) return null;
  const growing = draws === undefined ? "" : ` of ${whole(draws)} live draws, growing`;
  return (
    <p className="score-note">
      <Terms>{growing ? `Wrong bits${growing}; BER, 95 % confidence interval` : COUNTS}</Terms>
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
  const isWaiting = useWaiting();
  const on = useScenario((state) => state.scenario.equalizers.includes(name));
  const faded = useAttention(({ highlight }) => highlight !== undefined && highlight !== name);
  const count = useFigures((state) => countedErrors(state)?.find(({ equalizer }) => equalizer === name));
  const evm = useFigures(
    (state) => state.figures?.constellations.find(({ equalizer }) => equalizer === name)?.evmPercent,
  );
  const found = on && !isWaiting && count?.ci95 ? { ...count, ci95: count.ci95 } : undefined;
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
      <span className="score-count">
        {!on ? "off" : isWaiting ? AFTER_PREDICTION : found ? <Count of={found} /> : count ? "no packet found" : "–"}
      </span>
      <span className="score-interval muted">{found ? rateWithin(found.errors / found.bits, found.ci95) : " "}</span>
      <span className="score-evm muted">{on && !isWaiting && evm !== undefined ? `EVM ${evmText(evm)}` : " "}</span>
    </button>
  );
}

/** The counted bits and packets, with the errors in larger type. */
function Count({ of: { errors, bits, packets, packetErrors } }: { of: ErrorFigure }) {
  const [wrong, ...rest] = counted(errors, bits, "bits").split(" ");
  return (
    <>
      <span className="score-rate">{wrong}</span> {rest.join(" ")},{" "}
      <span className="score-packets">{counted(packetErrors, packets, "packets")}</span>
    </>
  );
}

/** The strip as sentences. */
export function describeErrors(errors: readonly ErrorFigure[]): string {
  const lowest = lowestOf(errors);
  const names = errors
    .filter(({ equalizer }) => lowest.has(equalizer))
    .map(({ equalizer }) => ALGORITHMS[equalizer].short);
  const rates = errors.map(({ equalizer, bits, errors, packets, packetErrors, ci95 }) => {
    const within = ci95 ? `, BER with its 95 % confidence interval ${rateWithin(errors / bits, ci95)}` : "";
    const counts = [counted(errors, bits, "bits"), counted(packetErrors, packets, "packets")];
    return `${ALGORITHMS[equalizer].short}: wrong are ${counts.join(", ")}${within}`;
  });
  return `${rates.join("; ")}.${names.length ? ` Lowest within the intervals: ${names.join(", ")}.` : ""}`;
}
