import { KERNELS, type KernelName } from "#core/convolution/experiment/workgroups.ts";
import type { TunableName } from "#core/tuning/registry.ts";
import { RunCard } from "../../kit/run-card.tsx";
import { rate, si } from "../../format.ts";
import { Mark } from "../../figures/glyph.tsx";
import { type MethodCurve, MethodCurves } from "../../figures/method-curves.tsx";
import { useRun } from "../../kit/run.ts";
import { TuningSection } from "../../kit/tuning/tuning-section.tsx";
import { toggleKernel, useConvolution, workgroups } from "./store.ts";
import { WORKGROUP_LESSON } from "./lessons.ts";
import { KERNEL_STYLES } from "./methods.ts";
import { Refusals } from "./refusals.tsx";

/** The tunable kernels of this lab. */
const TUNED: readonly TunableName[] = ["convolution/overlap-save", "convolution/direct", "fft/workgroup"];

export function WorkgroupCard() {
  const kernels = useConvolution((store) => store.kernels);
  const state = useRun(workgroups).step?.state;
  const curves = (state?.config.kernels ?? []).map((kernel): MethodCurve => {
    const mine = (state?.results ?? []).filter((result) => result.method === kernel && result.ms !== null);
    const points = mine.map(({ group, ms, wrong }) => ({ x: group, y: ms!, wrong }));
    return { ...KERNEL_STYLES[kernel], points };
  });
  const results = state?.results ?? [];
  const shown = results.length > 0;
  const worst = Math.max(...results.map(({ maxError }) => maxError ?? 0));
  const summary = shown ? `${describe(curves)} Largest error ${rate(worst)}.` : undefined;
  return (
    <RunCard
      of={workgroups}
      times
      sketch="falling"
      empty="Run times the chosen kernels with workgroups of every size."
      filled={shown}
      name="workgroups"
      title="Workgroup size"
      lesson={WORKGROUP_LESSON}
      look="The time of each kernel with 1 invocation per workgroup up to this device’s limit."
      outdated="These times belong to other sizes or kernels."
      summary={summary}
      foot={
        <>
          <h3>Sizes in use on this GPU</h3>
          <TuningSection only={TUNED} />
        </>
      }
      table={
        shown &&
        (() => ({
          columns: ["invocations", "kernel", "time (ms)", "largest error", "wrong", "why not"],
          rows: results.map(({ group, method, ms, maxError, wrong, reason }) => {
            return [group, method, ms, maxError, wrong ? "yes" : "no", reason ?? null];
          }),
        }))
      }
    >
      <div className="kernels" role="group" aria-label="Kernels">
        {KERNELS.map((kernel) => (
          <KernelButton key={kernel} kernel={kernel} chosen={kernels.includes(kernel)} />
        ))}
      </div>
      {shown && (
        <MethodCurves
          label={`Time over workgroup size. ${summary}`}
          curves={curves}
          xTitle="Invocations per workgroup"
          yTitle="Time for the batch (ms)"
          unit="ms"
        />
      )}
      {summary && <p className="caveat">{summary}</p>}
      <Refusals results={results} size={({ group }) => group} styles={KERNEL_STYLES} />
    </RunCard>
  );
}

/** A button that adds or removes a kernel. */
function KernelButton({ kernel, chosen }: { kernel: KernelName; chosen: boolean }) {
  const { short, name, ...style } = KERNEL_STYLES[kernel];
  return (
    <button type="button" title={name} aria-pressed={chosen} onClick={() => toggleKernel(kernel)}>
      <Mark {...style} />
      {short}
    </button>
  );
}

/** A sentence with the fastest workgroup size of each kernel; wrong results do not count. */
function describe(curves: readonly MethodCurve[]): string {
  const best = curves.flatMap(({ short, points }) => {
    const right = points.filter(({ wrong }) => !wrong);
    if (right.length === 0) return points.length ? [`${short} never correct`] : [];
    const fastest = right.toSorted((a, b) => a.y - b.y)[0];
    return [`${short} ${fastest.x} (${si(fastest.y / 1000, "s", 3)})`];
  });
  return `Fastest workgroup sizes: ${best.join(", ")}.`;
}
