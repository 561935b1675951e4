import { useMemo, useRef } from "react";
import type { WorkgroupKernel } from "#core/experiments/workgroups.ts";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { plain } from "../../format.ts";
import { type MethodCurve, MethodCurves } from "../../plots/method-curves.tsx";
import { isOutdated, startRun, toggleRun, useConvolution } from "../../store/convolution.ts";
import { isReady, isSoftware, useLab } from "../../store/lab.ts";
import { actionOf } from "./action.ts";
import { KERNEL_STYLES } from "./methods.ts";
import { SoftwareNote } from "./software-note.tsx";

const KERNELS = Object.keys(KERNEL_STYLES) as WorkgroupKernel[];

export function WorkgroupCard() {
  const { config, workgroups, asked } = useConvolution();
  const { state, failure } = workgroups;
  const ready = useLab(isReady);
  const hidden = useLab(isSoftware) && !asked;
  const picture = useRef<Picture>(null);
  const curves = useMemo(
    () =>
      KERNELS.map((kernel): MethodCurve => {
        const mine = (state?.results ?? []).filter((result) => result.method === kernel && result.ms !== null);
        const points = mine.map(({ group, ms, wrong }) => ({ x: group, y: ms!, wrong }));
        return { ...KERNEL_STYLES[kernel], points };
      }),
    [state],
  );
  const outdated = isOutdated(workgroups, config);
  const summary = state && !hidden ? describe(curves) : undefined;
  return (
    <FigureCard
      name="workgroups"
      title="Workgroup size"
      look={
        <>
          Invocations per workgroup, from 1 to this device's limit: where a kernel fills the GPU.{" "}
          {outdated && <em>These are of earlier sizes.</em>}
        </>
      }
      summary={summary}
      busy={outdated}
      failure={failure}
      onRetry={() => void startRun("workgroups")}
      picture={picture}
      table={
        state && !hidden
          ? () => ({
              columns: ["invocations", "kernel", "time (ms)", "largest error", "why not"],
              rows: state.results.map(({ group, method, ms, maxError, reason }) => {
                return [group, method, ms, maxError, reason ?? null];
              }),
            })
          : undefined
      }
      controls={
        !hidden && (
          <button type="button" className="button" disabled={!ready} onClick={() => toggleRun("workgroups")}>
            {actionOf(workgroups, config)}
          </button>
        )
      }
    >
      {hidden ? (
        <SoftwareNote />
      ) : (
        <>
          <MethodCurves
            label={`Time over workgroup size. ${summary ?? "Nothing measured yet."}`}
            curves={curves}
            xTitle="Invocations per workgroup"
            yTitle="Time for the batch (ms)"
            unit="ms"
            picture={picture}
          />
          {summary && <p className="caveat">{summary}</p>}
        </>
      )}
    </FigureCard>
  );
}

/** The best size of each kernel, in words. */
function describe(curves: readonly MethodCurve[]): string {
  const best = curves.flatMap(({ short, points }) => {
    const fastest = points.toSorted((a, b) => a.y - b.y)[0];
    return fastest ? [`${short} ${fastest.x} (${plain(fastest.y, 3)} ms)`] : [];
  });
  return `Fastest with: ${best.join(", ")}.`;
}
