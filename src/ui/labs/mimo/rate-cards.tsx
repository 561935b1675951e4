import { useMemo } from "react";
import { AUTO_SNR, frameOf, type MimoExperiment, sizesOf } from "#core/mimo/experiment/experiment.ts";
import { uncodedCurve } from "#core/mimo/experiment/published.ts";
import { readPoints } from "#core/configuration/fields.ts";
import type { MimoPoint } from "#core/mimo/experiment/sweep.ts";
import type { RateOverlay } from "../../figures/ber-curve.tsx";
import {
  BIT_COLUMNS,
  BIT_ERROR_RATE,
  FRAME_COLUMNS,
  FRAME_ERROR_RATE,
  MeanIterations,
  type Rate,
  RateCard,
  type RateName,
  type Rates,
} from "../../kit/rate-card.tsx";
import { useShown } from "../../kit/sweep.ts";
import { styleOf } from "./detectors.ts";
import { BER_LESSON, FER_LESSON, UNCODED_LESSON } from "./lessons.ts";
import { sweep } from "./store.ts";

const UNCODED: Rate<MimoPoint> = {
  name: "uncoded",
  title: "Bit error rate before the decoder",
  unit: "bits",
  of: ({ uncodedBer, uncodedCi95, uncodedErrors, uncodedBits }) => {
    return { rate: uncodedBer, ci95: uncodedCi95, errors: uncodedErrors, trials: uncodedBits };
  },
};

const RATES: Rates<MimoExperiment, MimoPoint> = {
  sweep,
  axis: "SNR",
  points: ({ snr }) => readPoints(snr, AUTO_SNR),
  db: ({ snrDb }) => snrDb,
  receivers: ({ detectors }) => detectors.map(styleOf),
  receiver: ({ detector }) => detector,
  columns: [
    ["detector", ({ detector }) => detector],
    ...FRAME_COLUMNS,
    ...BIT_COLUMNS,
    ["coded bits", ({ uncodedBits }) => uncodedBits],
    ["coded bit errors", ({ uncodedErrors }) => uncodedErrors],
    ["BER before the decoder", ({ uncodedBer }) => uncodedBer],
    ["mean iterations", ({ meanIterations }) => meanIterations],
  ],
  // SNR = M·Es/N0: M·B bits are sent per channel use, of which the code leaves its rate.
  overEbn0(config, name) {
    const { antennas, bitsPerSymbol } = sizesOf(config);
    const { information, coded } = frameOf(config);
    return 10 * Math.log10(antennas * bitsPerSymbol * (name === "uncoded" ? 1 : information / coded));
  },
};

export function BerCard() {
  const { config } = useShown(sweep);
  return (
    <RateCard
      rates={RATES}
      rate={BIT_ERROR_RATE}
      leads
      lesson={BER_LESSON}
      look="How far each curve lies to the right is what its detector costs in power. Bars are 95 % intervals, arrows upper limits."
      published={useMemo(() => publishedOf(config, "ber"), [config])}
    />
  );
}

export function FerCard() {
  return (
    <RateCard
      rates={RATES}
      rate={FRAME_ERROR_RATE}
      lesson={FER_LESSON}
      look="How often a frame is lost: one wrong bit is enough. A code makes it a cliff."
    >
      <MeanIterations rates={RATES} of={({ meanIterations: mean }) => ({ mean })}>
        Iterations a frame took, on average
      </MeanIterations>
    </RateCard>
  );
}

export function UncodedCard() {
  const { config } = useShown(sweep);
  return (
    <RateCard
      rates={RATES}
      rate={UNCODED}
      lesson={UNCODED_LESSON}
      look="The detectors' own decisions: slopes tell their diversity. A better slope wins at high SNR, whatever it costs at low."
      published={useMemo(() => publishedOf(config, "uncoded"), [config])}
    />
  );
}

/** AFF3CT's curve, in the figure of uncoded bits. */
function publishedOf(config: MimoExperiment, name: RateName) {
  const points = uncodedCurve(config);
  if (!points || !(name === "uncoded" || config.code === "none")) return undefined;
  const curves: RateOverlay[] = [{ name: "AFF3CT", colour: "--ink", symbol: "circle", points }];
  return { label: "AFF3CT", title: "AFF3CT's own simulation of this modulation in white noise", curves };
}
