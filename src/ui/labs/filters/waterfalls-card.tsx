import { useMemo } from "react";
import { useShallow } from "zustand/react/shallow";
import type { Waterfall } from "#core/capture/waterfall.ts";
import { FigureCard } from "../../figures/card.tsx";
import { quantilesOf } from "../../figures/colour-map.ts";
import { fixed, plain } from "../../format.ts";
import { Spectrogram } from "../../figures/spectrogram.tsx";
import { type Passed, useFilterSignal } from "./store/signal.ts";
import { NoSignal } from "./no-signal.tsx";
import { hertzOf, rateOf } from "./signal-text.ts";
import { frequencyAxis } from "./units.ts";

const SIDES = ["before", "after"] as const;

/** The card of power over time and frequency, before and after the filter, with one colour scale. */
export function WaterfallsCard() {
  const { passed, passing, refusal } = useFilterSignal(
    useShallow(({ passed, passing, refusal }) => ({ passed, passing, refusal })),
  );
  const looks = useMemo(() => passed && looksAt(passed), [passed]);
  const summary = looks && `Both range from ${fixed(looks.levels.low, 0)} to ${fixed(looks.levels.high, 0)} dB.`;
  return (
    <FigureCard
      name="waterfalls"
      title="Waterfall, before and after"
      lesson={async () => (await import("./signal-lessons.ts")).WATERFALL_LESSON}
      width="full"
      look="Both figures use the same colours. What is darker after the filter is what the filter removed."
      summary={summary}
      busy={looks !== undefined && passing}
      stale={looks !== undefined && refusal !== undefined}
      table={
        looks &&
        (() => {
          const { bins, columns, time, frequency, before, after } = looks;
          const place = ([from, to]: readonly [number, number], share: number) => from + share * (to - from);
          return {
            columns: [
              `time (${looks.units.time})`,
              `frequency (${looks.units.frequency})`,
              "before (dB)",
              "after (dB)",
            ],
            rows: Array.from(before, (value, i) => [
              place(time, (Math.floor(i / bins) + 0.5) / columns),
              place(frequency, (i % bins) / bins),
              value,
              after[i],
            ]),
          };
        })
      }
    >
      {looks && (
        <div className="waterfalls">
          {SIDES.map((side) => (
            <figure key={side}>
              <figcaption className={`of-${side}`}>{side}</figcaption>
              <Spectrogram
                label={`Waterfall ${side} the filter. ${summary}`}
                decibels={looks[side]}
                columns={looks.columns}
                bins={looks.bins}
                time={looks.time}
                frequency={looks.frequency}
                units={looks.units}
                levels={looks.levels}
              />
            </figure>
          ))}
        </div>
      )}
      <NoSignal />
    </FigureCard>
  );
}

/** Range of the colour scale below the strongest power, dB. */
const DEPTH = 90;

function looksAt(passed: Passed) {
  const { waterfall, facts } = passed;
  const real = facts.kind === "real";
  const rate = rateOf(passed);
  const { unit, scale } = frequencyAxis({ rate: hertzOf(passed) });
  const { columns } = waterfall.before;
  const [before, after] = SIDES.map((side) => (real ? upperHalf(waterfall[side]) : waterfall[side].decibels));
  const quantile = quantilesOf(before);
  // A single click does not set the scale.
  const high = Math.ceil(quantile(0.9995) ?? 0);
  // After the filter there is less.
  const low = Math.floor((quantile(0) ?? -90) - 25);
  const seconds = facts.samples / rate;
  const [timeUnit, timeScale] = seconds >= 2 ? ["s", 1] : ["ms", 1e3];
  const rated = hertzOf(passed) !== undefined;
  return {
    columns,
    bins: before.length / columns,
    before,
    after,
    levels: { low: Math.max(low, high - DEPTH), high },
    time: [0, rated ? plainNumber(seconds * timeScale) : facts.samples] as const,
    frequency: [real ? 0 : -rate / 2 / scale, rate / 2 / scale] as const,
    units: rated ? { time: timeUnit, frequency: unit } : { time: "samples", frequency: "half the rate is 1" },
  };
}

const plainNumber = (value: number) => Number(plain(value, 9).replace("−", "-"));

function upperHalf({ decibels, columns, bins }: Waterfall): Float32Array {
  const half = bins / 2;
  const out = new Float32Array(columns * half);
  for (let column = 0; column < columns; column++) {
    out.set(decibels.subarray(column * bins + half, (column + 1) * bins), column * half);
  }
  return out;
}
