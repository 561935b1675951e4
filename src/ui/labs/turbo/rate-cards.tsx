import { useMemo, useRef } from "react";
import { axisRange } from "../../kit/sweep.ts";
import { AFF3CT_MAX_LOG, matchesAff3ct } from "#core/codes/turbo/experiment/published.ts";
import { AUTO_EBN0 } from "#core/codes/turbo/experiment/experiment.ts";
import { readPoints } from "#core/configuration/fields.ts";
import type { TurboPoint } from "#core/codes/turbo/experiment/sweep.ts";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { RunNote } from "../../kit/run-note.tsx";
import { fixed, plain, rate } from "../../format.ts";
import { BerCurve, type RateOverlay, type RateSeries } from "../../figures/ber-curve.tsx";
import { OverlayList, useBroughtOverlays } from "../../figures/overlays.tsx";
import { isReady, useLab } from "../../kit/engine.ts";
import { actionOf, isOutdated } from "../../kit/run.ts";
import { retryTurbo, toggleTurbo, useTurbo } from "./store.ts";
import { useView } from "../../page/view.ts";
import { type DecoderStyle, decoderStyles } from "./decoders.ts";
import { BER_LESSON, FER_LESSON } from "./lessons.ts";
import { useShown } from "./shown.ts";

/** One point's numbers of one rate. */
interface Counted {
  rate: number | null;
  ci95: readonly [number, number] | null;
  errors: number;
  trials: number;
}

const RATES = {
  ber: {
    title: "Bit error rate",
    unit: "bits" as const,
    of: ({ ber, ci95, errors, bits }: TurboPoint): Counted => ({ rate: ber, ci95, errors, trials: bits }),
  },
  fer: {
    title: "Frame error rate",
    unit: "frames" as const,
    of: ({ fer, fer95, frameErrors, frames }: TurboPoint): Counted => {
      return { rate: fer, ci95: fer95, errors: frameErrors, trials: frames };
    },
  },
};

export function BerCard() {
  const { config, sweep } = useTurbo();
  const ready = useLab(isReady);
  const published = useView((view) => view.published);
  return (
    <RateCard
      name="ber"
      lesson={BER_LESSON}
      look="Where each decoder's curve falls off: a step to the right costs power. Bars are 95 % intervals, arrows upper limits."
      controls={
        <>
          {matchesAff3ct(config) && (
            <label className="check" title="AFF3CT's own simulation of this code, without windows">
              <input type="checkbox" checked={published} onChange={() => useView.setState({ published: !published })} />
              AFF3CT
            </label>
          )}
          <button type="button" className="button" disabled={!ready} onClick={() => toggleTurbo("sweep")}>
            {actionOf(sweep, config)}
          </button>
        </>
      }
    >
      <OverlayList />
    </RateCard>
  );
}

export function FerCard() {
  return (
    <RateCard
      name="fer"
      lesson={FER_LESSON}
      look="How often a codeword is lost. Far above the bit error rate: the few codewords that fail, fail with many bits."
    />
  );
}

interface RateCardProps {
  name: keyof typeof RATES;
  lesson: typeof BER_LESSON;
  look: string;
  controls?: React.ReactNode;
  children?: React.ReactNode;
}

function RateCard({ name, lesson, look, controls, children }: RateCardProps) {
  const { config, points } = useShown();
  const { config: wanted, sweep, highlight } = useTurbo();
  const published = useView((view) => view.published);
  const picture = useRef<Picture>(null);
  const { title, unit, of } = RATES[name];
  const styles = useMemo(() => decoderStyles(config), [config]);
  const series = useMemo(
    () =>
      styles.map((style, decoder): RateSeries => {
        const mine = points.filter((point) => point.decoder === decoder && point.frames > 0);
        const faded = highlight !== undefined && highlight !== decoder;
        return { ...style, faded, points: mine.map((point) => ({ ebn0Db: point.ebn0Db, ...of(point) })) };
      }),
    [styles, points, highlight, of],
  );
  const brought = useBroughtOverlays(name);
  const compared = published && matchesAff3ct(config);
  const overlays = useMemo(() => (compared ? [AFF3CT[name], ...brought] : brought), [compared, brought, name]);
  const counted = points.filter(({ frames }) => frames > 0);
  const outdated = isOutdated(sweep, wanted);
  const summary = counted.length > 0 ? describe(counted, styles, of) : undefined;
  return (
    <FigureCard
      name={name}
      title={title}
      width="roomy"
      lesson={lesson}
      look={
        <>
          {look} {outdated && <em>These points are of an earlier experiment.</em>}
        </>
      }
      summary={summary}
      busy={outdated && sweep.phase !== "running"}
      failure={name === "ber" ? sweep.failure : undefined}
      onRetry={() => retryTurbo("sweep")}
      picture={picture}
      table={counted.length > 0 ? () => tableOf(counted) : undefined}
      controls={controls}
    >
      <BerCurve
        label={`${title} over Eb/N0. ${summary ?? "Nothing counted yet."}`}
        yTitle={title}
        unit={unit}
        series={series}
        range={axisRange(
          readPoints(config.ebn0, AUTO_EBN0),
          points.map(({ ebn0Db }) => ebn0Db),
        )}
        overlays={overlays}
        picture={picture}
      />
      {name === "ber" && <RunNote run={sweep} empty="Run the sweep: the points appear as they are counted." />}
      {name === "fer" && config.stop !== "none" && counted.length > 0 && (
        <p className="caveat">Iterations a codeword took, on average: {describeIterations(counted, styles)}.</p>
      )}
      {compared && name === "fer" && (
        <p className="caveat">Dashed: AFF3CT, max-log × 0.75, no windows, at least 500 frame errors a point.</p>
      )}
      {children}
    </FigureCard>
  );
}

const aff3ct = (rate: "ber" | "fer"): RateOverlay => ({
  name: "AFF3CT, max-log × 0.75",
  colour: "--ink",
  symbol: "circle",
  points: AFF3CT_MAX_LOG.map((point) => [point.ebn0Db, point[rate]]),
});
const AFF3CT = { ber: aff3ct("ber"), fer: aff3ct("fer") };

const tableOf = (points: readonly TurboPoint[]) => ({
  columns: [
    "Eb/N0 (dB)",
    "algorithm",
    "windows",
    "iterations",
    "scale",
    "frames",
    "frame errors",
    "FER",
    "FER 95 % from",
    "FER 95 % to",
    "bits",
    "bit errors",
    "BER",
    "BER 95 % from",
    "BER 95 % to",
    "mean iterations",
  ],
  rows: points.map((point) => {
    const { ebn0Db, algorithm, windows, iterations, scale, frames, frameErrors, fer, fer95 } = point;
    const { bits, errors, ber, ci95, meanIterations } = point;
    const frame = [frames, frameErrors, fer, fer95?.[0] ?? null, fer95?.[1] ?? null];
    const bit = [bits, errors, ber, ci95?.[0] ?? null, ci95?.[1] ?? null];
    return [ebn0Db, algorithm, windows, iterations, scale, ...frame, ...bit, meanIterations];
  }),
});

/** Mean iterations of each decoder at its first and last point. */
function describeIterations(points: readonly TurboPoint[], styles: readonly DecoderStyle[]): string {
  const at = ({ meanIterations, ebn0Db }: TurboPoint) => `${plain(meanIterations ?? 0, 2)} at ${fixed(ebn0Db, 1)} dB`;
  return [...new Set(points.map(({ decoder }) => decoder))]
    .map((decoder) => {
      const mine = points.filter((point) => point.decoder === decoder);
      const [first, last] = [mine[0], mine[mine.length - 1]];
      return `${styles[decoder].short} ${first === last ? at(first) : `${at(first)}, ${at(last)}`}, of ${last.iterations}`;
    })
    .join("; ");
}

/** The last point of each decoder, in words. */
function describe(
  points: readonly TurboPoint[],
  styles: readonly DecoderStyle[],
  of: (point: TurboPoint) => Counted,
): string {
  const last = new Map(points.map((point) => [point.decoder, point]));
  const parts = [...last].map(([decoder, point]) => {
    const { rate: value, errors, ci95 } = of(point);
    const what = errors ? rate(value ?? 0) : `below ${rate(ci95?.[1] ?? 1)}`;
    return `${styles[decoder].short} ${what} at ${fixed(point.ebn0Db, 1)} dB`;
  });
  return `${points.length === 1 ? "One point" : `${points.length} points`}. ${parts.join("; ")}.`;
}
