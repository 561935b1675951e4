import { useMemo } from "react";
import { crossingOf } from "#core/measurement/crossing.ts";
import { decodersOf, type TurboExperiment } from "#core/codes/turbo/experiment/experiment.ts";
import type { TurboPoint } from "#core/codes/turbo/experiment/sweep.ts";
import { TargetChoice } from "../../kit/target-choice.tsx";
import { Empty } from "../../figures/sketch.tsx";
import { fixed, rate } from "../../format.ts";
import { Chart } from "../../figures/chart.tsx";
import type { Look } from "../../figures/looks.ts";
import { RunCard } from "../../kit/run-card.tsx";
import { useShown } from "../../kit/sweep.ts";
import { comparedWindows, editExperiment, editInspection, sweep, useTurbo } from "./store.ts";
import { ALGORITHM_NAMES, type DecoderStyle, decoderStyles } from "./decoders.ts";
import { LOSS_LESSON } from "./lessons.ts";
import { Button } from "../../elements/button.tsx";

/** The Eb/N0 that one decoder needs for the target. */
interface Need {
  decoder: number;
  ebn0Db: number | null;
  why?: string;
  /** Loss relative to the same decoder with the fewest windows. */
  lossDb: number | null;
}

/** The loss of one decoder over its number of windows. */
interface LossSeries extends Pick<Look, "colour" | "symbol"> {
  short: string;
  /** In rising number of windows. */
  points: readonly { windows: number; lossDb: number }[];
}

const TARGETS = [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6];

export function LossCard() {
  const { config, points } = useShown(sweep);
  const { config: wanted, inspection } = useTurbo();
  const { target } = inspection;
  const styles = decoderStyles(config);
  const { needs, series } = useMemo(() => {
    const found = needsOf(config, points, target);
    return { needs: found, series: seriesOf(config, found, styles) };
  }, [config, points, target, styles]);
  const decoders = decodersOf(config);
  const against = Math.min(...decoders.map(({ windows }) => windows));
  const several = new Set(decoders.map(({ windows }) => windows)).size > 1;
  const drawn = series.some(({ points }) => points.length > 1);
  const missing = needs.filter(({ lossDb }) => lossDb === null);
  const counted = points.some(({ frames }) => frames > 0);
  const compared = comparedWindows(wanted.length).join(",");
  const summary = drawn ? describe(series, target, against) : undefined;
  return (
    <RunCard
      of={sweep}
      leads={false}
      name="loss"
      title="Loss by windows"
      lesson={LOSS_LESSON}
      look={`The loss at a BER of ${rate(target)} from cutting a codeword into P windows.`}
      summary={summary}
      first="Run sweep"
      empty="A sweep measures the Eb/N0 that each number of windows needs."
      filled={!several || counted}
      sketch="rising"
      table={
        points.length > 0 &&
        (() => ({
          columns: ["algorithm", "windows", "iterations", `Eb/N0 at BER ${target} (dB)`, "loss (dB)", "why not"],
          rows: needs.map(({ decoder, ebn0Db, lossDb, why }) => {
            const { algorithm, windows, iterations } = decoders[decoder];
            return [algorithm, windows, iterations, ebn0Db, lossDb, why ?? null];
          }),
        }))
      }
      controls={
        <TargetChoice
          description="Bit error rate at which to compare the windows."
          targets={TARGETS}
          value={target}
          onChange={(value) => editInspection({ target: value })}
        />
      }
    >
      {drawn ? (
        <Chart
          label={`Loss over windows. ${summary}`}
          x={{
            title: "Windows P",
            ticks: [...new Set(decoders.map(({ windows }) => windows))],
            fromZero: true,
            read: (x) => `${x} windows`,
          }}
          y={{ title: `Loss relative to P = ${against}`, unit: "dB", digits: 3, zero: "--edge", ...rangeOf(series) }}
          curves={series.map(({ short, points, colour, symbol }) => ({
            name: short,
            colour,
            symbol,
            size: 9,
            x: points.map(({ windows }) => windows),
            y: points.map(({ lossDb }) => lossDb),
            says: `${short}, P = %{x}: %{y:.3f} dB<extra></extra>`,
          }))}
          nearest
        />
      ) : several ? (
        counted && (
          <Empty sketch="rising">Fewer than two of these decoders have points on both sides of the target.</Empty>
        )
      ) : (
        <Empty sketch="rising">
          <p>There is only one number of windows. Choose more to compare them.</p>
          <Button onClick={() => editExperiment({ windows: compared })}>
            Compare windows {compared.replaceAll(",", ", ")}
          </Button>
        </Empty>
      )}
      {several && missing.length > 0 && counted && (
        <p className="caveat">
          Not drawn: {missing.map(({ decoder, why }) => `${styles[decoder].short} (${why})`).join("; ")}.
        </p>
      )}
      {drawn && (
        <p className="caveat">
          The loss is interpolated in log BER between measured points. All decoders received the same codewords and
          noise.
        </p>
      )}
    </RunCard>
  );
}

function needsOf(config: TurboExperiment, points: readonly TurboPoint[], target: number): Need[] {
  const decoders = decodersOf(config);
  const needs = decoders.map((_, decoder): Omit<Need, "lossDb"> => {
    const mine = points.filter((point) => point.decoder === decoder);
    return {
      decoder,
      ...crossingOf(
        mine.map(({ ebn0Db, ber }) => ({ ebn0Db, rate: ber })),
        target,
      ),
    };
  });
  const fewest = Math.min(...decoders.map(({ windows }) => windows));
  return needs.map((need) => {
    const { algorithm, iterations } = decoders[need.decoder];
    const base = needs.find(({ decoder }) => {
      const other = decoders[decoder];
      return other.windows === fewest && other.algorithm === algorithm && other.iterations === iterations;
    });
    if (need.ebn0Db === null) return { ...need, lossDb: null };
    if (!base || base.ebn0Db === null) return { ...need, lossDb: null, why: `P = ${fewest} is ${base?.why}` };
    return { ...need, lossDb: need.ebn0Db - base.ebn0Db };
  });
}

/** One curve per algorithm and number of iterations, in the style of its decoder with the fewest windows. */
function seriesOf(config: TurboExperiment, needs: readonly Need[], styles: readonly DecoderStyle[]): LossSeries[] {
  const decoders = decodersOf(config);
  const kinds = new Map<string, LossSeries & { points: { windows: number; lossDb: number }[] }>();
  for (const { decoder, lossDb } of needs) {
    const { algorithm, iterations, windows } = decoders[decoder];
    const short = `${ALGORITHM_NAMES[algorithm]}, ${iterations} it.`;
    const kind = kinds.get(short) ?? { ...styles[decoder], short, points: [] };
    kinds.set(short, kind);
    if (lossDb !== null) kind.points.push({ windows, lossDb });
  }
  const rising = [...kinds.values()];
  for (const { points } of rising) points.sort((a, b) => a.windows - b.windows);
  return rising;
}

function rangeOf(series: readonly LossSeries[]) {
  const losses = series.flatMap(({ points }) => points.map(({ lossDb }) => lossDb));
  const range = [Math.min(0, ...losses) - 0.01, Math.max(0.1, ...losses) * 1.15] as const;
  return { range, more: { tickformat: ".2~f" } };
}

function describe(series: readonly LossSeries[], target: number, against: number): string {
  const parts = series.flatMap(({ short, points }) => {
    const last = points.at(-1);
    return last ? [`${short}: ${last.windows} windows lose ${fixed(last.lossDb, 2)} dB relative to ${against}`] : [];
  });
  return `At BER ${rate(target)}. ${parts.join("; ")}.`;
}
