import { useMemo } from "react";
import { axisOf, type MimoExperiment, sizesOf, snrOverEbn0 } from "#core/mimo/experiment/experiment.ts";
import { uncodedCurve } from "#core/mimo/experiment/published.ts";
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
import { keyOf, receiverStyles, styleAfter } from "./detectors.ts";
import { BER_LESSON, FER_LESSON, UNCODED_LESSON } from "./lessons.ts";
import { dbOf, sweep } from "./store.ts";

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
  axis: axisOf,
  db: dbOf,
  receivers: receiverStyles,
  receiver: keyOf,
  columns: [
    ["detector", ({ detector }) => detector],
    ["outer iterations", ({ outer }) => outer],
    ...FRAME_COLUMNS,
    ...BIT_COLUMNS,
    ["coded bits", ({ uncodedBits }) => uncodedBits],
    ["coded bit errors", ({ uncodedErrors }) => uncodedErrors],
    ["BER before the decoder", ({ uncodedBer }) => uncodedBer],
    ["mean iterations", ({ meanIterations }) => meanIterations],
    ["share detected", ({ detectedShare }) => detectedShare],
  ],
  // SNR = M·Es/N0: a channel use carries M·B coded bits, which are M·B·rate information bits.
  overEbn0(config, name) {
    const { antennas, bitsPerSymbol } = sizesOf(config);
    return name === "uncoded" ? 10 * Math.log10(antennas * bitsPerSymbol) : snrOverEbn0(config);
  },
};

/** The receivers with all their outer iterations. */
const LAST: typeof RATES = {
  ...RATES,
  receivers: (config) => config.detectors.map((detector) => styleAfter(config, detector)),
};

export function BerCard() {
  const { config } = useShown(sweep);
  return (
    <RateCard
      rates={RATES}
      rate={BIT_ERROR_RATE}
      leads
      lesson={BER_LESSON}
      look="Bit error rate of each detector. A curve further to the right needs more power. Bars are 95 % intervals, arrows upper limits."
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
      look="Fraction of codewords with at least one wrong bit. Numbers beside curves count outer iterations."
    >
      <MeanIterations rates={LAST} of={({ meanIterations: mean }) => ({ mean })}>
        Mean iterations per codeword, in the last pass
      </MeanIterations>
      <MeanIterations rates={LAST} of={({ detectedShare }) => ({ mean: detectedShare })}>
        Share of codewords detected in the last pass, after early stops
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
      look="Error rates of the detectors’ own decisions. The slope at high SNR is the diversity order. A steeper slope is better at high SNR."
      published={useMemo(() => publishedOf(config, "uncoded"), [config])}
    />
  );
}

/** AFF3CT's curve for the figure of uncoded bits. */
function publishedOf(config: MimoExperiment, name: RateName) {
  const points = uncodedCurve(config);
  if (!points || !(name === "uncoded" || config.code === "none")) return undefined;
  const curves: RateOverlay[] = [{ name: "AFF3CT", colour: "--ink", symbol: "circle", points }];
  return { label: "AFF3CT", title: "AFF3CT’s simulation of this modulation in white noise", curves };
}
