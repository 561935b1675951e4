import { useMemo, useRef } from "react";
import { crossingOf } from "#core/measurement/crossing.ts";
import { type MimoExperiment, sizesOf } from "#core/mimo/experiment/experiment.ts";
import type { MimoPoint } from "#core/mimo/experiment/sweep.ts";
import { type DetectorName, detectors } from "#core/mimo/registry.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { fixed, rate, whole } from "../../format.ts";
import { CostScatter } from "./charts/cost-scatter.tsx";
import { editGlass, useMimo } from "./store.ts";
import { isOutdated } from "../../kit/run.ts";
import { DETECTORS } from "./detectors.ts";
import { COMPLEXITY_LESSON } from "./lessons.ts";
import { useShown } from "./shown.ts";

/** What a detector does for one channel use, and what it needs for the target. */
interface Cost {
  detector: DetectorName;
  paths: number;
  operations: number;
  snrDb: number | null;
  why?: string;
  /** Against the best of the detectors that reach the target. */
  lossDb: number | null;
}

const TARGETS = [1e-1, 3e-2, 1e-2, 1e-3, 1e-4, 1e-5];

export function ComplexityCard() {
  const { config, points } = useShown();
  const { config: wanted, sweep, glass, highlight } = useMimo();
  const { target } = glass;
  const raw = glass.raw || config.code === "none";
  const picture = useRef<Picture>(null);
  const costs = useMemo(() => costsOf(config, points, target, raw), [config, points, target, raw]);
  const drawn = useMemo(() => costs.filter(({ lossDb }) => lossDb !== null), [costs]);
  const missing = costs.filter(({ lossDb }) => lossDb === null);
  const outdated = isOutdated(sweep, wanted);
  const counted = points.some(({ frames }) => frames > 0);
  const summary = drawn.length > 0 ? describe(drawn, target) : undefined;
  const targets = TARGETS.includes(target) ? TARGETS : [...TARGETS, target].sort((a, b) => b - a);
  return (
    <FigureCard
      name="complexity"
      title="Work against loss"
      width="roomy"
      lesson={COMPLEXITY_LESSON}
      look={
        <>
          Down and left is better: fewer operations, less loss at BER {rate(target)}.{" "}
          {outdated && <em>These are of an earlier experiment.</em>}
        </>
      }
      summary={summary}
      busy={outdated && sweep.phase !== "running"}
      picture={picture}
      table={() => ({
        columns: ["detector", "paths a use", "operations a use", `SNR at BER ${target} (dB)`, "loss (dB)", "why not"],
        rows: costs.map(({ detector, paths, operations, snrDb, lossDb, why }) => {
          return [detector, paths, operations, snrDb, lossDb, why ?? null];
        }),
      })}
      controls={
        <div className="target">
          {config.code !== "none" && (
            <label className="check" title="Compare the detectors' own decisions, before the decoder">
              <input type="checkbox" checked={glass.raw} onChange={() => editGlass({ raw: !glass.raw })} />
              raw
            </label>
          )}
          <ChoiceField
            label="BER"
            description="The bit error rate at which detectors are compared."
            choices={targets.map((value) => ({ value: String(value), text: rate(value) }))}
            value={String(target)}
            onChange={(value) => editGlass({ target: Number(value) })}
          />
        </div>
      }
    >
      {drawn.length > 0 ? (
        <CostScatter
          label={`Loss over operations. ${summary}`}
          points={drawn.map(({ detector, operations, paths, lossDb }) => ({
            ...DETECTORS[detector],
            operations,
            paths,
            lossDb: lossDb!,
            faded: highlight !== undefined && highlight !== detector,
          }))}
          picture={picture}
        />
      ) : (
        <p className="empty">
          {counted
            ? `No detector has points on both sides of a BER of ${rate(target)} yet: choose another target, or a wider range of SNR.`
            : "Nothing has been counted yet: run the sweep."}
        </p>
      )}
      {counted && missing.length > 0 && (
        <p className="caveat">
          Not drawn: {missing.map(({ detector, why }) => `${DETECTORS[detector].short} (${why})`).join("; ")}.
        </p>
      )}
      {drawn.length > 0 && (
        <p className="caveat">
          {raw ? "The detectors’ own decisions" : "Behind the decoder"}; interpolated in log BER between measured
          points, on the same received vectors. One detector alone has nothing to lose against.
        </p>
      )}
    </FigureCard>
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
      return `${DETECTORS[detector].short}: ${whole(operations)} operations and ${whole(paths)} paths a use, ${fixed(lossDb!, 2)} dB`;
    })
    .join("; ")}.`;
