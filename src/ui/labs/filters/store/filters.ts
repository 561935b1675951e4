import { create } from "zustand";
import { equal } from "#core/configuration/equal.ts";
import { FILTERS, type FilterExperiment } from "#core/filters/experiment.ts";
import type { FilterView } from "#core/filters/view.ts";
import { type FilterSpec, parseFilterSpec } from "#core/filter-design/spec.ts";
import { latestWins } from "../../../../worker/latest.ts";
import { describeFailure, type Failure, withoutPlace } from "../../../elements/failure.ts";
import { type FiltersAddress, usualTones } from "../address.ts";
import { isWorkerLoss, worker } from "../../../kit/engine.ts";
import { refusalOf } from "../../../kit/fields/fields-of.tsx";
import { say } from "../../../elements/notices.ts";

/** The view of the filter. */
interface Designed {
  computing: boolean;
  /** Number of taps that a long design is trying. */
  taps?: number;
  /** True after a person stopped the design: the view shows an earlier filter. */
  stopped?: boolean;
  /** The last filter that could be designed. It stays while another is designed, and where a design fails. */
  view?: FilterView;
  /** The design's error message. */
  refusal?: string;
  failure?: Failure;
}

interface FiltersStore extends FiltersAddress {
  designed: Designed;
  /** The point of the plane that is selected: "pole 0". */
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

/** The error message of an invalid design; undefined for a valid one, though its filter may still not exist. */
export const designRefusal = (design: unknown) => refusalOf(() => parseFilterSpec(design));

/** Changes the design; an invalid one leaves the last design and shows its error. */
export function editDesign(design: FilterSpec): void {
  const refusal = designRefusal(design);
  if (refusal) say(refusal, "warning", { brief: true });
  else {
    const { config } = useFilters.getState();
    const next = { ...config, design };
    // Default tones follow the rate.
    editFilters(config.tones === usualTones(config) ? { design, tones: usualTones(next) } : { design });
  }
}

/** A newer design ends one that has run for this long, ms; faster ones are shown while a handle moves. */
export const PATIENCE_MS = 150;

function update(change: Partial<Designed>): void {
  useFilters.setState(({ designed }) => ({ designed: { ...designed, ...change } }));
}

const ask = latestWins(
  (spec: FilterSpec, signal) => worker.ask("filters", "design", spec, (taps) => !signal.aborted && update({ taps })),
  { patience: PATIENCE_MS },
);
let asked = 0;

/** Designs the current filter. Calls may come at the rate of pointer events. */
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

/** True when the view shows the current design. */
export function isDesigned(): boolean {
  const { config, designed } = useFilters.getState();
  return equal(designed.view?.spec, config.design);
}
