import { useMemo, useRef } from "react";
import { REFERENCE_BER } from "#core/telemetry/detection/reference-ber.ts";
import { LAB_CAVEAT, labCurves } from "#core/telemetry/experiment/published.ts";
import { AUTO_EBN0 } from "#core/telemetry/experiment/scenario.ts";
import type { SweepPoint } from "#core/telemetry/experiment/sweep.ts";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { fixed, rate } from "../../format.ts";
import { ALGORITHMS } from "../../figures/algorithms.ts";
import { BerCurve, type RateOverlay, type RateSeries } from "../../figures/ber-curve.tsx";
import { OverlayList, useBroughtOverlays } from "../../figures/overlays.tsx";
import { isReady, useLab } from "../../kit/engine.ts";
import { useScenario } from "./store/scenario.ts";
import { axisRange } from "../../kit/sweep.ts";
import { actionOf, isOutdated } from "../../kit/run.ts";
import { sweepConfig, sweepRunner, useSweep } from "./store/sweep.ts";
import { useView } from "../../page/view.ts";
import { lessonOf } from "./lesson-of.ts";
import { channelText } from "./text.ts";

const NO_POINTS: readonly SweepPoint[] = [];

export function BerCard() {
  const { scenario, sweep: plan } = useScenario();
  const run = useSweep();
  const { phase, step, failure } = run;
  const published = useView((view) => view.published);
  const ready = useLab(isReady);
  const picture = useRef<Picture>(null);
  const points = step?.results ?? NO_POINTS;
  const wanted = useMemo(() => sweepConfig(scenario, plan), [scenario, plan]);
  const config = step?.state.config ?? wanted;
  const { channel } = config.scenario;
  const curves = useMemo(() => (published ? labCurves(channel) : []), [published, channel]);
  const series = useMemo(() => seriesOf(points), [points]);
  const brought = useBroughtOverlays("ber");
  const overlays = useMemo(() => {
    const shown = curves.filter(({ equalizer }) => !points.length || points.some((one) => one.equalizer === equalizer));
    return [
      ...shown.map(({ equalizer, points }): RateOverlay => {
        const { short, colour, symbol } = ALGORITHMS[equalizer];
        return { name: `${short}, published`, colour, symbol, points, of: equalizer };
      }),
      REFERENCE,
      ...brought,
    ];
  }, [curves, points, brought]);
  const counted = points.filter((point) => point.ci95);
  const stale = isOutdated(run, wanted);
  return (
    <FigureCard
      name="ber"
      lesson={lessonOf("ber")}
      title="Bit error rate"
      width="roomy"
      look={
        <>
          How much Eb/N0 each equalizer saves. Bars are 95 % intervals, arrows upper limits where no error was seen.{" "}
          {stale && <em>These points are of an earlier scenario ({channelText(channel).text}).</em>}
        </>
      }
      summary={counted.length > 0 ? describe(counted) : undefined}
      busy={stale && phase !== "running"}
      failure={failure}
      onRetry={() => void sweepRunner.start()}
      picture={picture}
      table={
        counted.length > 0
          ? () => ({
              columns: [
                "Eb/N0 (dB)",
                "equalizer",
                "packets",
                "missed packets",
                "bits",
                "errors",
                "BER",
                "95 % from",
                "95 % to",
              ],
              rows: counted.map(({ ebn0Db, equalizer, packets, missed, bits, errors, ber, ci95 }) => {
                return [ebn0Db, equalizer, packets, missed, bits, errors, ber, ci95?.[0] ?? null, ci95?.[1] ?? null];
              }),
            })
          : undefined
      }
      controls={
        <>
          {labCurves(channel).length > 0 && (
            <label className="check" title={LAB_CAVEAT}>
              <input type="checkbox" checked={published} onChange={() => useView.setState({ published: !published })} />
              published
            </label>
          )}
          <button type="button" className="button" disabled={!ready} onClick={sweepRunner.toggle}>
            {actionOf(run, wanted)}
          </button>
        </>
      }
    >
      <BerCurve
        label={`Bit error rate over Eb/N0. ${counted.length} points counted.`}
        yTitle="Bit error rate"
        unit="bits"
        series={series}
        range={axisRange(
          Array.isArray(config.ebn0s) ? config.ebn0s : AUTO_EBN0,
          points.map(({ ebn0Db }) => ebn0Db),
        )}
        overlays={overlays}
        picture={picture}
      />
      <OverlayList />
      <p className="caveat">
        Long dashes: SOQPSK-TG in white noise alone, carrier and timing known.
        {curves.length > 0 && ` Dashed, hollow: ${LAB_CAVEAT.replace(/^The/, "the")}`}
      </p>
    </FigureCard>
  );
}

/** What can be reached: no multipath, nothing to estimate. */
const REFERENCE: RateOverlay = { name: "SOQPSK-TG, white noise", colour: "--ink", points: REFERENCE_BER };

function seriesOf(points: readonly SweepPoint[]): RateSeries[] {
  return [...new Set(points.map((point) => point.equalizer))].map((name) => ({
    ...ALGORITHMS[name],
    of: name,
    points: points
      .filter((point) => point.equalizer === name)
      .map(({ ebn0Db, errors, bits, ber, ci95 }) => ({ ebn0Db, errors, trials: bits, rate: ber, ci95 })),
  }));
}

/** The last point of each algorithm, in words. */
function describe(points: readonly SweepPoint[]): string {
  const last = new Map(points.map((point) => [point.equalizer, point]));
  const parts = [...last.values()].map(({ equalizer, ebn0Db, ber, errors, ci95 }) => {
    const what = errors ? rate(ber ?? 0) : `below ${rate(ci95?.[1] ?? 1)}`;
    return `${ALGORITHMS[equalizer].short} ${what} at ${fixed(ebn0Db, 1)} dB`;
  });
  return `${points.length} points. ${parts.join("; ")}.`;
}
