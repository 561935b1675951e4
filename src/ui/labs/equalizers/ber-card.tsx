import { useMemo } from "react";
import { REFERENCE_BER } from "#core/telemetry/detection/reference-ber.ts";
import { labCurves, labNote } from "#core/telemetry/experiment/published.ts";
import { AUTO_EBN0, type EqualizerName, type SweepConfig } from "#core/telemetry/experiment/scenario.ts";
import type { SweepPoint } from "#core/telemetry/experiment/sweep.ts";
import { readPoints } from "#core/configuration/fields.ts";
import type { RateOverlay } from "../../figures/ber-curve.tsx";
import { ALGORITHMS } from "./algorithms.ts";
import { BIT_ERROR_RATE, RateCard, type Rates } from "../../kit/rate-card.tsx";
import { sweep } from "./store/sweep.ts";
import { useShown } from "../../kit/sweep.ts";
import { usePublished } from "../../kit/published.ts";
import { lessonOf } from "./lesson-of.ts";
import { channelText } from "./text.ts";

const styleOf = (name: EqualizerName) => ({ ...ALGORITHMS[name], of: name });

const RATES: Rates<SweepConfig, SweepPoint> = {
  sweep,
  axis: ({ ebn0s }) => ({ label: "Eb/N0", points: Array.isArray(ebn0s) ? ebn0s : readPoints(ebn0s, AUTO_EBN0) }),
  db: ({ ebn0Db }) => ebn0Db,
  receivers: ({ scenario }) => scenario.equalizers.map(styleOf),
  receiver: ({ equalizer }) => equalizer,
  columns: [
    ["equalizer", ({ equalizer }) => equalizer],
    ["packets", ({ packets }) => packets],
    ["missed packets", ({ missed }) => missed],
    ["bits", ({ bits }) => bits],
    ["errors", ({ errors }) => errors],
    ["BER", ({ ber }) => ber],
    ["95 % from", ({ ci95 }) => ci95?.[0] ?? null],
    ["95 % to", ({ ci95 }) => ci95?.[1] ?? null],
  ],
};

export function BerCard() {
  const { config, points } = useShown(sweep);
  const { channel, equalizers } = config.scenario;
  const shown = usePublished((state) => state.shown);
  const swept = points.length > 0 ? equalizers : undefined;
  const published = useMemo(() => publishedOf(channel, swept), [channel, swept]);
  return (
    <RateCard
      rates={RATES}
      rate={BIT_ERROR_RATE}
      leads
      width="roomy"
      lesson={lessonOf("ber")}
      look={`Lower is better. Bars are 95 % confidence intervals, arrows upper limits.${published && shown ? " Hollow: published." : ""}`}
      outdated={`These points belong to an earlier scenario (${channelText(channel).text}).`}
      theory={THEORY}
      published={published}
      remarks={
        published && shown && <p>Hollow marks are published measurements. Their Eb/N0 axis is not calibrated.</p>
      }
    />
  );
}

/** The lower bound: white noise alone, with known carrier and timing. */
const THEORY: readonly RateOverlay[] = [{ name: "theory without multipath", colour: "--ink", points: REFERENCE_BER }];

/** The laboratory's curves of a channel, for the swept equalizers, which the legend then names, or for all. */
function publishedOf(channel: string, swept: readonly EqualizerName[] | undefined) {
  const curves = labCurves(channel).filter(({ equalizer }) => swept?.includes(equalizer) ?? true);
  if (labCurves(channel).length === 0) return undefined;
  return {
    label: "published",
    title: labNote(channel),
    curves: curves.map(({ equalizer, points }): RateOverlay => {
      const { short, colour, symbol } = ALGORITHMS[equalizer];
      const style = { colour, symbol, points, of: equalizer };
      return swept ? { name: `${short}, published`, ...style, unlisted: true } : { name: short, ...style };
    }),
  };
}
