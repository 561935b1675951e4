import { AFF3CT_MAX_LOG, matchesAff3ct } from "#core/codes/turbo/experiment/published.ts";
import { TURBO_AUTO_EBN0, type TurboExperiment } from "#core/codes/turbo/experiment/experiment.ts";
import { readPoints } from "#core/configuration/fields.ts";
import type { TurboPoint } from "#core/codes/turbo/experiment/sweep.ts";
import type { RateOverlay } from "../../figures/ber-curve.tsx";
import {
  BIT_COLUMNS,
  BIT_ERROR_RATE,
  FRAME_COLUMNS,
  FRAME_ERROR_RATE,
  MeanIterations,
  RateCard,
  type Rates,
} from "../../kit/rate-card.tsx";
import { useShown } from "../../kit/sweep.ts";
import { usePublished } from "../../kit/published.ts";
import { decoderName, decoderStyles } from "./decoders.ts";
import { BER_LESSON, FER_LESSON } from "./lessons.ts";
import { sweep } from "./store.ts";

const RATES: Rates<TurboExperiment, TurboPoint> = {
  sweep,
  axis: ({ ebn0 }) => ({ label: "Eb/N0", points: readPoints(ebn0, TURBO_AUTO_EBN0) }),
  db: ({ ebn0Db }) => ebn0Db,
  receivers: decoderStyles,
  receiver: decoderName,
  columns: [
    ["algorithm", ({ algorithm }) => algorithm],
    ["windows", ({ windows }) => windows],
    ["iterations", ({ iterations }) => iterations],
    ["scale", ({ scale }) => scale],
    ...FRAME_COLUMNS,
    ...BIT_COLUMNS,
    ["mean iterations", ({ meanIterations }) => meanIterations],
  ],
};

export function BerCard() {
  const { config } = useShown(sweep);
  return (
    <RateCard
      rates={RATES}
      rate={BIT_ERROR_RATE}
      width="roomy"
      leads
      lesson={BER_LESSON}
      look="Bit error rate of each decoder. A curve further to the right needs more power. Bars are 95 % intervals, arrows upper limits."
      published={publishedOf(config, "ber")}
    />
  );
}

export function FerCard() {
  const { config } = useShown(sweep);
  const published = publishedOf(config, "fer");
  const shown = usePublished((state) => state.shown);
  return (
    <RateCard
      rates={RATES}
      rate={FRAME_ERROR_RATE}
      width="roomy"
      lesson={FER_LESSON}
      look="Fraction of codewords with errors. It exceeds the bit error rate, because a failed codeword has few wrong bits compared with its length."
      published={published}
      remarks={
        published && shown && <p>Dashed: AFF3CT, max-log × 0.75, no windows, at least 500 frame errors per point.</p>
      }
    >
      {config.stop !== "none" && (
        <MeanIterations rates={RATES} of={({ meanIterations: mean, iterations: most }) => ({ mean, most })}>
          Mean iterations per codeword
        </MeanIterations>
      )}
    </RateCard>
  );
}

/** AFF3CT's curve, if it belongs to the same code. */
const publishedOf = (config: TurboExperiment, name: "ber" | "fer") =>
  matchesAff3ct(config) ? AFF3CT[name] : undefined;

const aff3ct = (rate: "ber" | "fer") => ({
  label: "AFF3CT",
  title: "AFF3CT’s simulation of this code, without windows",
  curves: [
    {
      name: "AFF3CT, max-log × 0.75",
      colour: "--ink",
      symbol: "circle",
      points: AFF3CT_MAX_LOG.map((point) => [point.ebn0Db, point[rate]]),
    } satisfies RateOverlay as RateOverlay,
  ],
});
const AFF3CT = { ber: aff3ct("ber"), fer: aff3ct("fer") };
