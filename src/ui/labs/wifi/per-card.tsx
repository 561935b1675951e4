import { useEffect, useMemo, useState } from "react";
import { AUTO_SNR, type WifiExperiment } from "#core/wifi/experiment/experiment.ts";
import { PUBLISHED_PER } from "#core/wifi/experiment/published.ts";
import type { Bound } from "#core/wifi/experiment/bound.ts";
import type { WifiPoint } from "#core/wifi/experiment/sweep.ts";
import { readPoints } from "#core/configuration/fields.ts";
import type { RateOverlay } from "../../figures/ber-curve.tsx";
import { SHAPES } from "../../figures/shapes.ts";
import { worker } from "../../kit/engine.ts";
import { type Rate, RateCard, type Rates, type ReceiverStyle } from "../../kit/rate-card.tsx";
import { useShown } from "../../kit/sweep.ts";
import { styleOf } from "./estimators.ts";
import { PER_LESSON } from "./lessons.ts";
import { sweep } from "./store.ts";

export const PACKET_ERROR_RATE: Rate<WifiPoint> = {
  name: "fer",
  title: "Packet error rate",
  unit: "packets",
  of: ({ per, ci95, packetErrors, packets }) => ({ rate: per, ci95, errors: packetErrors, trials: packets }),
};

/** A receiver's name in the points: its estimator and rate. */
const nameOf = ({ estimator, rateMbps }: Pick<WifiPoint, "estimator" | "rateMbps">) => `${estimator} ${rateMbps}`;

/** One receiver per rate and estimator: the colour tells the estimator, the shape the rate where there are several. */
export function receiversOf({ rateMbps, estimators }: WifiExperiment): ReceiverStyle[] {
  return rateMbps.flatMap((rate, r) =>
    estimators.map((estimator) => {
      const { short, colour, symbol } = styleOf(estimator);
      const one = rateMbps.length === 1;
      return {
        of: nameOf({ estimator, rateMbps: Number(rate) }),
        short: one ? short : `${rate} ${short}`,
        colour,
        symbol: one ? symbol : SHAPES[r % SHAPES.length].symbol,
      };
    }),
  );
}

const RATES: Rates<WifiExperiment, WifiPoint> = {
  sweep,
  axis: ({ snr }) => ({ label: "SNR", points: readPoints(snr, AUTO_SNR) }),
  db: ({ snrDb }) => snrDb,
  receivers: receiversOf,
  receiver: nameOf,
  columns: [
    ["rate (Mbit/s)", ({ rateMbps }) => rateMbps],
    ["estimator", ({ estimator }) => estimator],
    ["packets", ({ packets }) => packets],
    ["packet errors", ({ packetErrors }) => packetErrors],
    ["PER", ({ per }) => per],
    ["PER 95 % from", ({ ci95 }) => ci95?.[0] ?? null],
    ["PER 95 % to", ({ ci95 }) => ci95?.[1] ?? null],
    ["packets not found", ({ missed }) => missed],
    ["bits", ({ bits }) => bits],
    ["bit errors", ({ bitErrors }) => bitErrors],
  ],
};

export function PerCard() {
  const { config } = useShown(sweep);
  const theory = useBounds(config);
  const published = useMemo(() => publishedOf(config), [config]);
  return (
    <RateCard
      rates={RATES}
      rate={PACKET_ERROR_RATE}
      leads
      width="roomy"
      lesson={PER_LESSON}
      look="Fraction of packets with a wrong bit, by rate and estimator. Bars are 95 % intervals, arrows upper limits. Dotted in white noise: the union bound."
      theory={theory}
      published={published}
      remarks={
        published && (
          <p>Published: MATLAB WLAN Toolbox through ns-3, {config.bytes} bytes, known synchronization and channel.</p>
        )
      }
    />
  );
}

/** The published curves of the experiment's rates, in white noise and at a published length. */
function publishedOf({ channel, bytes, rateMbps }: WifiExperiment) {
  const curves = PUBLISHED_PER.filter(
    (curve) => channel === "awgn" && curve.bytes === bytes && rateMbps.includes(String(curve.rateMbps)),
  ).map(({ rateMbps, points }): RateOverlay => ({
    name: `${rateMbps} Mbit/s, published`,
    colour: "--ink",
    symbol: "circle",
    points,
  }));
  return curves.length > 0
    ? { label: "Published", title: "MATLAB WLAN Toolbox through ns-3, in white noise", curves }
    : undefined;
}

/** The union bounds of the experiment's rates; none where there is more than white noise. */
function useBounds({ channel, bytes, rateMbps }: WifiExperiment): readonly RateOverlay[] {
  const [bounds, setBounds] = useState<readonly RateOverlay[]>([]);
  const rates = channel === "awgn" ? rateMbps.join() : "";
  useEffect(() => {
    let current = true;
    const found = rates ? worker.ask("wifi", "bounds", rates.split(",").map(Number), bytes) : Promise.resolve([]);
    found.then(
      (bounds) => current && setBounds(bounds.map((bound) => overlayOf(bound, bounds.length))),
      // A worker that ends repeats the sweep; the bounds come with the next change.
      () => {},
    );
    return () => {
      current = false;
    };
  }, [rates, bytes]);
  return bounds;
}

const overlayOf = ({ rateMbps, points }: Bound, count: number): RateOverlay => ({
  name: count > 1 ? `${rateMbps} Mbit/s, union bound` : "union bound",
  colour: "--muted",
  points,
});
