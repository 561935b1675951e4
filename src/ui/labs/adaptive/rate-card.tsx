import { useMemo } from "react";
import { equal } from "#core/configuration/equal.ts";
import { type AdaptiveExperiment, adaptiveAxis } from "#core/adaptive/experiment/experiment.ts";
import type { AdaptivePoint } from "#core/adaptive/experiment/sweep.ts";
import type { ErrorBounds } from "#core/adaptive/experiment/theory.ts";
import type { RateOverlay } from "../../figures/ber-curve.tsx";
import { whole } from "../../format.ts";
import { useLive } from "../../kit/live.ts";
import { BIT_COLUMNS, BIT_ERROR_RATE, FRAME_COLUMNS, RateCard, type Rates } from "../../kit/rate-card.tsx";
import { useShown } from "../../kit/sweep.ts";
import { BER_LESSON } from "./lessons.ts";
import { receiverKey, receiverStyles, styleOf } from "./looks.ts";
import { boundsOf, inspected, sweep } from "./store.ts";

/** A point's position on the sweep's axis, dB. */
export function dbOf({ ebn0Db, esn0Db, snrDb }: Omit<ErrorBounds, "mfbBer" | "unionBer">, config: AdaptiveExperiment) {
  return { "Eb/N0": ebn0Db, "Es/N0": esn0Db }[adaptiveAxis(config).label] ?? snrDb;
}

const RATES: Rates<AdaptiveExperiment, AdaptivePoint> = {
  sweep,
  axis: adaptiveAxis,
  db: dbOf,
  receivers: receiverStyles,
  receiver: receiverKey,
  columns: [
    ["equalizer", ({ equalizer }) => equalizer],
    ["outer iteration", ({ outer }) => outer],
    ...FRAME_COLUMNS,
    ...BIT_COLUMNS,
    ["steady MSE", ({ steadyMse }) => steadyMse],
    ["steady MSE 95 % from", ({ steadyMse95 }) => steadyMse95?.[0] ?? null],
    ["steady MSE 95 % to", ({ steadyMse95 }) => steadyMse95?.[1] ?? null],
    ["share of open eyes", ({ openShare }) => openShare],
    ["diverged packets", ({ diverged }) => diverged],
  ],
};

export function BerCard() {
  const { config, points } = useShown(sweep);
  const known = useLive(inspected, ({ bounds }) => bounds);
  const theory = useMemo(
    () => (known && equal(boundsOf(known.config), boundsOf(config)) ? theoryOf(known.bounds, config) : []),
    [known, config],
  );
  const diverged = points.filter((point) => point.diverged > 0);
  return (
    <RateCard
      rates={RATES}
      rate={BIT_ERROR_RATE}
      leads
      width="roomy"
      lesson={BER_LESSON}
      look="Bit error rate of each equalizer after the training; with a code, of the information bits. Dashed: one symbol alone, and the union bound of MLSE. Bars are 95 % intervals, arrows upper limits."
      theory={theory}
    >
      {diverged.length > 0 && (
        <p className="caveat">
          Diverged:{" "}
          {[...new Set(diverged.map(({ equalizer }) => equalizer))].map((name) => countOf(name, points)).join("; ")}.
          All their bits after that count.
        </p>
      )}
    </RateCard>
  );
}

function countOf(name: AdaptivePoint["equalizer"], points: readonly AdaptivePoint[]): string {
  const mine = points.filter(({ equalizer }) => equalizer === name);
  const sum = (key: "diverged" | "frames") => whole(mine.reduce((total, point) => total + point[key], 0));
  return `${styleOf(name).short}, ${sum("diverged")} of ${sum("frames")} packets`;
}

/** Rates above this are no probabilities of a bit error. */
const MOST = 0.5;

function theoryOf(bounds: readonly ErrorBounds[], config: AdaptiveExperiment): RateOverlay[] {
  const curve = (name: string, colour: `--${string}`, key: "mfbBer" | "unionBer"): RateOverlay => ({
    name,
    colour,
    points: bounds.flatMap((point) => {
      const rate = point[key];
      return rate !== null && rate > 0 && rate <= MOST ? [[dbOf(point, config), rate] as const] : [];
    }),
  });
  const curves = [
    curve("matched filter, one symbol alone", "--ink", "mfbBer"),
    curve("MLSE, union bound", "--muted", "unionBer"),
  ];
  return curves.filter(({ points }) => points.length > 0);
}
