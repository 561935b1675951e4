import type { WifiExperiment } from "#core/wifi/experiment/experiment.ts";
import type { WifiPoint } from "#core/wifi/experiment/sweep.ts";
import { frameSamples } from "#core/wifi/frame/data-field.ts";
import { rateOf, RATES } from "#core/wifi/frame/rates.ts";
import { LOOKS } from "../../figures/looks.ts";
import { SHAPES } from "../../figures/shapes.ts";
import { fixed, plain } from "../../format.ts";
import { RunCard } from "../../kit/run-card.tsx";
import { LatencyLine } from "../../kit/latency-line.tsx";
import { useWanted } from "../../kit/run.ts";
import { useShown } from "../../kit/sweep.ts";
import { Chart, type Curve } from "../../figures/chart.tsx";
import { styleOf } from "./estimators.ts";
import { THROUGHPUT_LESSON } from "./lessons.ts";
import { editWifi, latency, sweep, useWifi } from "./store.ts";
import { Button } from "../../elements/button.tsx";

const ALL = RATES.map(({ mbps }) => String(mbps));
/** SNRs that cover all rates. */
const WIDE_SNR = "0:2:32";

export function ThroughputCard() {
  const { config, points } = useShown(sweep);
  const { rateMbps, estimators } = useWifi((store) => store.config);
  const index = useWifi((store) => store.inspection.estimator);
  const estimator = config.estimators[Math.min(index, config.estimators.length - 1)];
  const curves = curvesOf(
    config,
    points.filter((point) => point.estimator === estimator),
  );
  const { mbps } = useWanted(latency);
  const summary = curves.length > 0 ? describe(curves, styleOf(estimator).short) : undefined;
  const all = rateMbps.length === ALL.length;
  return (
    <RunCard
      of={sweep}
      leads={false}
      name="throughput"
      title="Throughput"
      width="roomy"
      lesson={THROUGHPUT_LESSON}
      look="Correct octets per time on the air. Each rate has its range of SNR; a station that adapts its rate follows the envelope."
      first="Run sweep"
      empty="A sweep counts the correct octets at each SNR. Several rates show where each is the fastest."
      sketch="rising"
      summary={summary}
      table={
        summary === undefined
          ? undefined
          : () => ({
              columns: ["curve", "SNR (dB)", "throughput (Mbit/s)"],
              rows: curves.flatMap(({ name, x, y }) => Array.from(x, (snr, i) => [name, snr, y[i]])),
            })
      }
      foot={<LatencyLine of={latency} unit={`One frame at ${mbps} Mbit/s`} />}
      controls={
        <Button
          disabled={all}
          onClick={() => {
            const most = estimators.slice(0, 1);
            editWifi({ rateMbps: ALL, snr: WIDE_SNR, estimators: estimators.includes(estimator) ? [estimator] : most });
          }}
        >
          All rates
        </Button>
      }
    >
      {summary && (
        <Chart
          label={`Throughput over SNR. ${summary}`}
          curves={curves}
          x={{ title: "SNR", unit: "dB" }}
          y={{ title: "Throughput", unit: "Mbit/s", digits: 1 }}
          legend
        />
      )}
    </RunCard>
  );
}

const COLOURS = Object.values(LOOKS).map(({ colour }) => colour);

/** Mbit/s of correct octets while frames follow each other without gaps. */
function throughputOf({ bytes, bandwidth }: WifiExperiment, { rateMbps, per }: WifiPoint): number {
  const samples = frameSamples(bytes, rateOf(rateMbps));
  return (8 * bytes * (1 - (per ?? 1)) * Number(bandwidth)) / samples;
}

/** A curve per rate, and where there are several, their envelope. */
function curvesOf(config: WifiExperiment, points: readonly WifiPoint[]): Curve[] {
  const counted = points.filter(({ per }) => per !== null);
  const curves = config.rateMbps.flatMap((name): Curve[] => {
    const mine = counted.filter(({ rateMbps }) => rateMbps === Number(name)).toSorted((a, b) => a.snrDb - b.snrDb);
    const index = ALL.indexOf(name);
    if (mine.length === 0) return [];
    return [
      {
        name: `${name} Mbit/s`,
        colour: COLOURS[index % COLOURS.length],
        symbol: SHAPES[index % SHAPES.length].symbol,
        width: 1,
        x: mine.map(({ snrDb }) => snrDb),
        y: mine.map((point) => throughputOf(config, point)),
      },
    ];
  });
  if (curves.length < 2) return curves;
  const best = new Map<number, number>();
  for (const point of counted) best.set(point.snrDb, Math.max(best.get(point.snrDb) ?? 0, throughputOf(config, point)));
  const snrs = [...best.keys()].toSorted((a, b) => a - b);
  return [{ name: "envelope", colour: "--ink", width: 4, x: snrs, y: snrs.map((snr) => best.get(snr)!) }, ...curves];
}

function describe(curves: readonly Curve[], estimator: string): string {
  const [first] = curves;
  const values = Array.from(first.y, Number);
  const most = Math.max(...values);
  return `${estimator}: up to ${fixed(most, 1)} Mbit/s at ${plain(Number(first.x[values.indexOf(most)]))} dB.`;
}
