import { useMemo, useRef } from "react";
import { axisRange } from "../../kit/sweep.ts";
import { frameOf, type MimoExperiment, sizesOf } from "#core/mimo/experiment/experiment.ts";
import { uncodedCurve } from "#core/mimo/experiment/published.ts";
import { AUTO_SNR } from "#core/mimo/experiment/experiment.ts";
import { readPoints } from "#core/configuration/fields.ts";
import type { MimoPoint } from "#core/mimo/experiment/sweep.ts";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import type { Lesson } from "../../figures/lesson.ts";
import { RunNote } from "../../kit/run-note.tsx";
import { fixed, plain, rate } from "../../format.ts";
import { BerCurve, type RateOverlay, type RatePoint, type RateSeries } from "../../figures/ber-curve.tsx";
import { OverlayList, useBroughtOverlays } from "../../figures/overlays.tsx";
import { isReady, useLab } from "../../kit/engine.ts";
import { retryMimo, toggleMimo, useMimo } from "./store.ts";
import { actionOf, isOutdated } from "../../kit/run.ts";
import { useView } from "../../page/view.ts";
import { DETECTORS } from "./detectors.ts";
import { BER_LESSON, FER_LESSON, UNCODED_LESSON } from "./lessons.ts";
import { useShown } from "./shown.ts";

type Counted = Omit<RatePoint, "ebn0Db">;

interface Rate {
  name: "ber" | "fer" | "uncoded";
  title: string;
  unit: "bits" | "frames";
  lesson: Lesson;
  of: (point: MimoPoint) => Counted;
}

const BER: Rate = {
  name: "ber",
  title: "Bit error rate",
  unit: "bits",
  lesson: BER_LESSON,
  of: ({ ber, ci95, errors, bits }) => ({ rate: ber, ci95, errors, trials: bits }),
};
const FER: Rate = {
  name: "fer",
  title: "Frame error rate",
  unit: "frames",
  lesson: FER_LESSON,
  of: ({ fer, fer95, frameErrors, frames }) => ({ rate: fer, ci95: fer95, errors: frameErrors, trials: frames }),
};
const UNCODED: Rate = {
  name: "uncoded",
  title: "Bit error rate before the decoder",
  unit: "bits",
  lesson: UNCODED_LESSON,
  of: ({ uncodedBer, uncodedCi95, uncodedErrors, uncodedBits }) => {
    return { rate: uncodedBer, ci95: uncodedCi95, errors: uncodedErrors, trials: uncodedBits };
  },
};

export function BerCard() {
  const { config, sweep } = useMimo();
  const ready = useLab(isReady);
  return (
    <RateCard
      {...BER}
      look="How far each curve lies to the right is what its detector costs in power. Bars are 95 % intervals, arrows upper limits."
      controls={
        <button type="button" className="button" disabled={!ready} onClick={() => toggleMimo("sweep")}>
          {actionOf(sweep, config)}
        </button>
      }
    >
      <RunNote run={sweep} empty="Run the sweep: the points appear as they are counted." />
      <OverlayList />
    </RateCard>
  );
}

export function FerCard() {
  return <RateCard {...FER} look="How often a frame is lost: one wrong bit is enough. A code makes it a cliff." />;
}

export function UncodedCard() {
  return (
    <RateCard
      {...UNCODED}
      look="The detectors' own decisions: slopes tell their diversity. A better slope wins at high SNR, whatever it costs at low."
    />
  );
}

function RateCard({
  name,
  title,
  unit,
  lesson,
  of,
  look,
  controls,
  children,
}: Rate & { look: string; controls?: React.ReactNode; children?: React.ReactNode }) {
  const { config, points } = useShown();
  const { config: wanted, sweep, highlight } = useMimo();
  const published = useView((view) => view.published);
  const picture = useRef<Picture>(null);
  const series = useMemo(
    () =>
      config.detectors.map((detector): RateSeries => {
        const mine = points.filter((point) => point.detector === detector && point.frames > 0);
        const faded = highlight !== undefined && highlight !== detector;
        return { ...DETECTORS[detector], faded, points: mine.map((point) => ({ ebn0Db: point.snrDb, ...of(point) })) };
      }),
    [config, points, highlight, of],
  );
  const brought = useBroughtOverlays(name);
  const aff3ct = aff3ctOf(config, name);
  const overlays = useMemo(() => {
    const shift = snrOverEbn0(config, name);
    const theirs = brought.map((overlay): RateOverlay => {
      if (overlay.over === "SNR") return overlay;
      return { ...overlay, points: overlay.points.map(([ebn0, value]) => [ebn0 + shift, value] as const) };
    });
    return published && aff3ct ? [aff3ct, ...theirs] : theirs;
  }, [config, name, brought, aff3ct, published]);
  const counted = points.filter(({ frames }) => frames > 0);
  const outdated = isOutdated(sweep, wanted);
  const summary = counted.length > 0 ? describe(counted, of) : undefined;
  return (
    <FigureCard
      name={name}
      title={title}
      lesson={lesson}
      look={
        <>
          {look} {outdated && <em>These points are of an earlier experiment.</em>}
        </>
      }
      summary={summary}
      busy={outdated && sweep.phase !== "running"}
      failure={name === "ber" ? sweep.failure : undefined}
      onRetry={() => retryMimo("sweep")}
      picture={picture}
      table={counted.length > 0 ? () => tableOf(counted) : undefined}
      controls={
        <>
          {aff3ct && (
            <label className="check" title="AFF3CT's own simulation of this modulation in white noise">
              <input type="checkbox" checked={published} onChange={() => useView.setState({ published: !published })} />
              AFF3CT
            </label>
          )}
          {controls}
        </>
      }
    >
      <BerCurve
        label={`${title} over SNR. ${summary ?? "Nothing counted yet."}`}
        xName="SNR"
        yTitle={title}
        unit={unit}
        series={series}
        range={axisRange(
          readPoints(config.snr, AUTO_SNR),
          points.map(({ snrDb }) => snrDb),
        )}
        overlays={overlays}
        picture={picture}
      />
      {name === "fer" && config.code !== "none" && counted.length > 0 && (
        <p className="caveat">Iterations a frame took, on average: {describeIterations(counted)}.</p>
      )}
      {name !== "fer" && brought.some(({ over }) => over === "Eb/N0") && (
        <p className="caveat">
          Curves brought over Eb/N0 are drawn {fixed(snrOverEbn0(config, name), 2)} dB further on.
        </p>
      )}
      {children}
    </FigureCard>
  );
}

/** SNR = M·Es/N0 over Eb/N0 in dB: M·B bits are sent a use, of which the code leaves its rate. */
function snrOverEbn0(config: MimoExperiment, name: Rate["name"]): number {
  const { antennas, bitsPerSymbol } = sizesOf(config);
  const { information, coded } = frameOf(config);
  return 10 * Math.log10(antennas * bitsPerSymbol * (name === "uncoded" ? 1 : information / coded));
}

/** AFF3CT's curve, in the figure of uncoded bits. */
function aff3ctOf(config: MimoExperiment, name: Rate["name"]): RateOverlay | undefined {
  const points = uncodedCurve(config);
  const fits = name === "uncoded" || (name === "ber" && config.code === "none");
  return points && fits ? { name: "AFF3CT", colour: "--ink", symbol: "circle", points } : undefined;
}

const tableOf = (points: readonly MimoPoint[]) => ({
  columns: [
    "SNR (dB)",
    "detector",
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
    "coded bits",
    "coded bit errors",
    "BER before the decoder",
    "mean iterations",
  ],
  rows: points.map((point) => {
    const { snrDb, detector, frames, frameErrors, fer, fer95, bits, errors, ber, ci95 } = point;
    const { uncodedBits, uncodedErrors, uncodedBer, meanIterations } = point;
    const frame = [frames, frameErrors, fer, fer95?.[0] ?? null, fer95?.[1] ?? null];
    const bit = [bits, errors, ber, ci95?.[0] ?? null, ci95?.[1] ?? null];
    return [snrDb, detector, ...frame, ...bit, uncodedBits, uncodedErrors, uncodedBer, meanIterations];
  }),
});

/** Mean iterations behind each detector at its first and last point. */
function describeIterations(points: readonly MimoPoint[]): string {
  const at = ({ meanIterations, snrDb }: MimoPoint) => `${plain(meanIterations ?? 0, 2)} at ${fixed(snrDb, 1)} dB`;
  return [...new Set(points.map(({ detector }) => detector))]
    .map((detector) => {
      const mine = points.filter((point) => point.detector === detector);
      const [first, last] = [mine[0], mine[mine.length - 1]];
      return `${DETECTORS[detector].short} ${first === last ? at(first) : `${at(first)}, ${at(last)}`}`;
    })
    .join("; ");
}

/** The last point of each detector, in words. */
function describe(points: readonly MimoPoint[], of: Rate["of"]): string {
  const last = new Map(points.map((point) => [point.detector, point]));
  const parts = [...last].map(([detector, point]) => {
    const { rate: value, errors, ci95 } = of(point);
    const what = errors ? rate(value ?? 0) : `below ${rate(ci95?.[1] ?? 1)}`;
    return `${DETECTORS[detector].short} ${what} at ${fixed(point.snrDb, 1)} dB`;
  });
  return `${points.length === 1 ? "One point" : `${points.length} points`}. ${parts.join("; ")}.`;
}
