import { create } from "zustand";
import { FILTERS, type FilterExperiment } from "#core/filters/experiment.ts";
import type { FilterView } from "#core/filters/view.ts";
import { type FilterSpec, parseFilterSpec } from "#core/filter-design/spec.ts";
import { latestWins } from "../../../../worker/latest.ts";
import { describeFailure, type Failure } from "../../../kit/failure.ts";
import { type FiltersLink, usualTones } from "../link.ts";
import { isWorkerLoss, lab } from "../../../kit/engine.ts";
import { say } from "../../../page/view.ts";

/** The filter from all sides. */
interface Designed {
  computing: boolean;
  /** What a design that takes long is at. */
  taps?: number;
  /** A person has stopped it: the view is not the design in force. */
  stopped?: boolean;
  /** The newest that could be made: it stays while another is computed, and where there is none. */
  view?: FilterView;
  /** Why there is no such filter, in the design's own words. */
  refusal?: string;
  failure?: Failure;
}

interface FiltersStore extends FiltersLink {
  designed: Designed;
  /** The point of the plane that is held or was last: "pole 0". */
  point?: string;
}

export const useFilters = create<FiltersStore>()(() => ({
  config: FILTERS.defaults,
  logarithmic: false,
  designed: { computing: false },
}));

export function editFilters(change: Partial<FilterExperiment>): void {
  useFilters.setState(({ config }) => ({ config: { ...config, ...change } }));
}

/** Why a design cannot be written down; undefined when it can, though there may be no such filter. */
export function refusalOf(design: unknown): string | undefined {
  try {
    parseFilterSpec(design);
    return undefined;
  } catch (error) {
    return withoutPlace(error);
  }
}

/** Another filter; one that cannot be written down leaves the last, and says why. */
export function editDesign(design: FilterSpec): void {
  const refusal = refusalOf(design);
  if (refusal) say(refusal, "warning");
  else {
    const { config } = useFilters.getState();
    const next = { ...config, design };
    // Tones that nobody has chosen go with the rate.
    editFilters(config.tones === usualTones(config) ? { design, tones: usualTones(next) } : { design });
  }
}

/** An error's message without the place that it comes from. */
export const withoutPlace = (error: unknown) => (error as Error).message.replace(/^[a-z0-9/-]+: /, "");

/** Milliseconds that a figure may take before a newer one ends it: quicker ones are seen while a hand moves. */
export const PATIENCE_MS = 150;

function update(change: Partial<Designed>): void {
  useFilters.setState(({ designed }) => ({ designed: { ...designed, ...change } }));
}

const ask = latestWins(
  (spec: FilterSpec, signal) => lab.ask("filters", "design", spec, (taps) => !signal.aborted && update({ taps })),
  { patience: PATIENCE_MS },
);
let asked = 0;

/** Designs the filter in force. Calls may come as fast as a hand moves. */
export async function showDesign(): Promise<void> {
  const mine = ++asked;
  update({ computing: true, taps: undefined, stopped: false });
  try {
    const view = await ask(useFilters.getState().config.design);
    if (view) update({ view, refusal: undefined, failure: undefined });
    else if (mine === asked) update({ stopped: true, refusal: undefined });
  } catch (error) {
    const { name } = error as Error;
    if (name === "RangeError" || name === "TypeError") update({ refusal: withoutPlace(error), failure: undefined });
    else if (!isWorkerLoss(error)) update({ failure: describeFailure("The filter could not be designed.", error) });
  }
  if (mine === asked) update({ computing: false, taps: undefined });
}

/** True when the view is that of the design in force. */
export function isDesigned(): boolean {
  const { config, designed } = useFilters.getState();
  return JSON.stringify(designed.view?.spec) === JSON.stringify(config.design);
}
