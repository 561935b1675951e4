import { useFilters } from "./store/filters.ts";
import { type FilterRun, RUN_CONFIGS, toggleFilterRun, useFilterRuns } from "./store/runs.ts";
import { isReady, useLab } from "../../kit/engine.ts";
import { actionOf, isOutdated } from "../../kit/run.ts";

/** Whether a run's results are another filter's. */
export function useOutdated(name: FilterRun): boolean {
  const run = useFilterRuns((runs) => runs[name]);
  const config = useFilters((store) => store.config);
  return isOutdated(run, RUN_CONFIGS[name](config));
}

/** Runs, stops, goes on: what it does next stands on it. */
export function FilterRunButton({ name, first }: { name: FilterRun; first: string }) {
  const ready = useLab(isReady);
  const run = useFilterRuns((runs) => runs[name]);
  const config = useFilters((store) => store.config);
  return (
    <button type="button" className="button" disabled={!ready} onClick={() => toggleFilterRun(name)}>
      {actionOf(run, RUN_CONFIGS[name](config), first)}
    </button>
  );
}

/** What stands in a figure's place as long as its run has no result. */
export function NoResult({ name, children }: { name: FilterRun; children: string }) {
  const { phase, step } = useFilterRuns((runs) => runs[name]);
  const ready = useLab(isReady);
  const opening = useLab(({ gpu }) => gpu.state === "opening");
  if (step && step.state.results.length > 0) return null;
  if (!ready && !opening) return <p className="empty">This figure waits for a GPU.</p>;
  if (phase === "running" || phase === "interrupted") return <p className="empty">The first result is on its way …</p>;
  return <p className="empty">{phase === "failed" ? "The run ended before it had a result." : children}</p>;
}

/** Offers a software adapter's times below a figure that has more to show than times. */
export function AskTimes() {
  return (
    <p className="caveat">
      Times are hidden: a CPU stands in for a GPU here.{" "}
      <button type="button" className="link" onClick={() => useFilterRuns.setState({ asked: true })}>
        Show its times anyway
      </button>
    </p>
  );
}
