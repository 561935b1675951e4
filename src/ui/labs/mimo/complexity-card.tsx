import { crossingOf } from "#core/measurement/crossing.ts";
import {
  axisOf,
  type MimoExperiment,
  type MimoReceiver,
  receiversOf,
  sizesOf,
} from "#core/mimo/experiment/experiment.ts";
import type { MimoPoint } from "#core/mimo/experiment/sweep.ts";
import { detectors } from "#core/mimo/registry.ts";
import { TargetChoice } from "../../kit/target-choice.tsx";
import { Empty } from "../../figures/sketch.tsx";
import { fixed, rate, whole } from "../../format.ts";
import { CostScatter } from "./charts/cost-scatter.tsx";
import { dbOf, editInspection, sweep, useMimo } from "./store.ts";
import { RunCard } from "../../kit/run-card.tsx";
import { useShown } from "../../kit/sweep.ts";
import { styleAmong } from "./llrs.ts";
import { COMPLEXITY_LESSON } from "./lessons.ts";
import { Check } from "../../elements/check.tsx";

/** A receiver's work per channel use in all its passes, and the SNR or Eb/N0 it needs for the target. */
interface Cost extends MimoReceiver {
  paths: number;
  operations: number;
  db: number | null;
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
  const costs = costsOf(config, points, target, raw);
  const drawn = costs.filter(({ lossDb }) => lossDb !== null);
  const missing = costs.filter(({ lossDb }) => lossDb === null);
  const counted = points.some(({ frames }) => frames > 0);
  const summary = drawn.length > 0 ? describe(drawn, target) : undefined;
  return (
    <RunCard
      of={sweep}
      leads={false}
      first="Run sweep"
      empty="A sweep measures the SNR that each detector needs. This figure compares it with the operations."
      sketch="scatter"
      filled={counted}
      name="complexity"
      title="Work and loss"
      width="roomy"
      lesson={COMPLEXITY_LESSON}
      look={`Lower and further left is better: less loss at a BER of ${rate(target)}, and fewer operations. Lines join the outer iterations of a detector.`}
      summary={summary}
      table={() => ({
        columns: [
          "detector",
          "outer iterations",
          "paths per use",
          "operations per use",
          `${axisOf(config).label} at BER ${target} (dB)`,
          "loss (dB)",
          "why not",
        ],
        rows: costs.map(({ detector, outer, paths, operations, db, lossDb, why }) => {
          return [detector, outer, paths, operations, db, lossDb, why ?? null];
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
            <Check
              title="Compare the detectors’ own decisions, before the decoder"
              checked={inspection.raw}
              onChange={() => editInspection({ raw: !inspection.raw })}
            >
              raw
            </Check>
          )}
        </TargetChoice>
      }
    >
      {drawn.length > 0 ? (
        <CostScatter
          label={`Loss over operations. ${summary}`}
          points={drawn.map(({ operations, paths, lossDb, ...receiver }) => ({
            ...styleAmong(costs, receiver),
            outer: receiver.outer,
            operations,
            paths,
            lossDb: lossDb!,
          }))}
        />
      ) : (
        counted && (
          <Empty sketch="scatter">
            No detector has points on both sides of a BER of {rate(target)}. Choose another target or a wider SNR range.
          </Empty>
        )
      )}
      {counted && missing.length > 0 && (
        <p className="caveat">
          Not drawn: {missing.map((cost) => `${styleAmong(costs, cost).short} (${cost.why})`).join("; ")}.
        </p>
      )}
      {drawn.length > 0 && (
        <p className="caveat">
          {raw ? "The detectors’ own decisions" : "After the decoder"}, interpolated in log BER between measured points.
          All detectors received the same vectors. The loss needs at least two receivers.
          {drawn.some(({ outer }) => outer > 1) &&
            " Operations of all outer iterations add up; the decoder is not counted."}
          {config.stop !== "none" && " Early stops save a part of them."}
        </p>
      )}
    </RunCard>
  );
}

function costsOf(config: MimoExperiment, points: readonly MimoPoint[], target: number, raw: boolean): Cost[] {
  const needs = receiversOf(config).map(({ detector, outer }) => {
    const mine = points.filter((point) => point.detector === detector && point.outer === outer);
    const crossing = crossingOf(
      mine.map((point) => ({ ebn0Db: dbOf(point, config), rate: raw ? point.uncodedBer : point.ber })),
      target,
    );
    const { paths, operations } = detectors[detector].operations({ ...sizesOf(config), uses: 1 });
    const why = crossing.ebn0Db === null ? crossing.why : undefined;
    return { detector, outer, paths: outer * paths, operations: outer * operations, db: crossing.ebn0Db, why };
  });
  const best = Math.min(...needs.map(({ db }) => db ?? Infinity));
  return needs.map((need) => ({ ...need, lossDb: need.db === null ? null : need.db - best }));
}

const describe = (costs: readonly Cost[], target: number) =>
  `At BER ${rate(target)}. ${costs
    .map(({ operations, paths, lossDb, ...receiver }) => {
      return `${styleAmong(costs, receiver).short}: ${whole(operations)} operations and ${whole(paths)} paths per use, ${fixed(lossDb!, 2)} dB`;
    })
    .join("; ")}.`;
