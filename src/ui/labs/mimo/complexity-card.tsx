import { useMemo, useRef } from "react";
import { crossingOf } from "#core/measurement/crossing.ts";
import { type MimoExperiment, sizesOf } from "#core/mimo/experiment/experiment.ts";
import type { MimoPoint } from "#core/mimo/experiment/sweep.ts";
import { type DetectorName, detectors } from "#core/mimo/registry.ts";
import { TargetChoice } from "../../kit/target-choice.tsx";
import type { Picture } from "../../figures/card.tsx";
import { Empty } from "../../figures/sketch.tsx";
import { fixed, rate, whole } from "../../format.ts";
import { CostScatter } from "./charts/cost-scatter.tsx";
import { editInspection, sweep, useMimo } from "./store.ts";
import { RunCard } from "../../kit/run-card.tsx";
import { useShown } from "../../kit/sweep.ts";
import { DETECTORS, styleOf } from "./detectors.ts";
import { COMPLEXITY_LESSON } from "./lessons.ts";

/** A detector's work per channel use, and the SNR it needs for the target. */
interface Cost {
  detector: DetectorName;
  paths: number;
  operations: number;
  snrDb: number | null;
  why?: string;
  /** Loss relative to the best detector that reaches the target. */
  lossDb: number | null;
}

const TARGETS = [1e-1, 3e-2, 1e-2, 1e-3, 1e-4, 1e-5];

export function ComplexityCard() {
  const { config, points } = useShown(sweep);
  const inspection = useMimo((store) => store.inspection);
  const { target } = inspection;
  const raw = inspection.raw || config.code === "none";
  const picture = useRef<Picture>(null);
  const costs = useMemo(() => costsOf(config, points, target, raw), [config, points, target, raw]);
  const drawn = useMemo(() => costs.filter(({ lossDb }) => lossDb !== null), [costs]);
  const missing = costs.filter(({ lossDb }) => lossDb === null);
  const counted = points.some(({ frames }) => frames > 0);
  const summary = drawn.length > 0 ? describe(drawn, target) : undefined;
  return (
    <RunCard
      of={sweep}
      leads={false}
      name="complexity"
      title="Work and loss"
      width="roomy"
      lesson={COMPLEXITY_LESSON}
      look={`Lower and further left is better: less loss at a BER of ${rate(target)}, and fewer operations.`}
      summary={summary}
      picture={picture}
      table={() => ({
        columns: [
          "detector",
          "paths per use",
          "operations per use",
          `SNR at BER ${target} (dB)`,
          "loss (dB)",
          "why not",
        ],
        rows: costs.map(({ detector, paths, operations, snrDb, lossDb, why }) => {
          return [detector, paths, operations, snrDb, lossDb, why ?? null];
        }),
      })}
      controls={
        <TargetChoice
          description="Bit error rate at which to compare detectors."
          targets={TARGETS}
          value={target}
          onChange={(value) => editInspection({ target: value })}
        >
          {config.code !== "none" && (
            <label className="check" title="Compare the detectors' own decisions, before the decoder">
              <input
                type="checkbox"
                checked={inspection.raw}
                onChange={() => editInspection({ raw: !inspection.raw })}
              />
              raw
            </label>
          )}
        </TargetChoice>
      }
    >
      {drawn.length > 0 ? (
        <CostScatter
          label={`Loss over operations. ${summary}`}
          points={drawn.map(({ detector, operations, paths, lossDb }) => ({
            ...styleOf(detector),
            operations,
            paths,
            lossDb: lossDb!,
          }))}
          picture={picture}
        />
      ) : (
        <Empty sketch="scatter">
          {counted
            ? `No detector has points on both sides of a BER of ${rate(target)}. Choose another target or a wider SNR range.`
            : "There are no results yet. Run the sweep."}
        </Empty>
      )}
      {counted && missing.length > 0 && (
        <p className="caveat">
          Not drawn: {missing.map(({ detector, why }) => `${DETECTORS[detector].short} (${why})`).join("; ")}.
        </p>
      )}
      {drawn.length > 0 && (
        <p className="caveat">
          {raw ? "The detectors’ own decisions" : "After the decoder"}, interpolated in log BER between measured points.
          All detectors received the same vectors. The loss needs at least two detectors.
        </p>
      )}
    </RunCard>
  );
}

function costsOf(config: MimoExperiment, points: readonly MimoPoint[], target: number, raw: boolean): Cost[] {
  const needs = config.detectors.map((detector) => {
    const mine = points.filter((point) => point.detector === detector);
    const crossing = crossingOf(
      mine.map(({ snrDb, ber, uncodedBer }) => ({ ebn0Db: snrDb, rate: raw ? uncodedBer : ber })),
      target,
    );
    const { paths, operations } = detectors[detector].operations({ ...sizesOf(config), uses: 1 });
    const why = crossing.ebn0Db === null ? crossing.why : undefined;
    return { detector, paths, operations, snrDb: crossing.ebn0Db, why };
  });
  const best = Math.min(...needs.map(({ snrDb }) => snrDb ?? Infinity));
  return needs.map((need) => ({ ...need, lossDb: need.snrDb === null ? null : need.snrDb - best }));
}

const describe = (costs: readonly Cost[], target: number) =>
  `At BER ${rate(target)}. ${costs
    .map(({ detector, operations, paths, lossDb }) => {
      return `${DETECTORS[detector].short}: ${whole(operations)} operations and ${whole(paths)} paths per use, ${fixed(lossDb!, 2)} dB`;
    })
    .join("; ")}.`;
