import { FILTERS, type FilterExperiment } from "#core/experiments/filters/experiment.ts";
import { decodeFields, encodeFields } from "./url.ts";

/** What a link to the Filters lab reproduces. */
export interface FiltersLink {
  config: FilterExperiment;
  /** Frequencies on a logarithmic axis. */
  logarithmic: boolean;
}

/** A link's fragment: `#filters?v=1&design={"type":"butterworth","order":8,"cutoff":0.1}&axis=log`, escaped. */
export function encodeFilters({ config, logarithmic }: FiltersLink): string {
  // Tones that are left out are those that go with the rate.
  const defaults = { ...FILTERS.defaults, tones: usualTones(config) };
  const parts = encodeFields({ ...FILTERS, defaults }, config);
  if (logarithmic) parts.push("axis=log");
  return `#${config.lab}?${parts.join("&")}`;
}

/** The tones that an experiment with this filter has unless it says otherwise. */
export const usualTones = ({ design }: Pick<FilterExperiment, "design">): string => FILTERS.parse({ design }).tones;

/** @throws RangeError or TypeError that says which field was wrong, what it takes and what came. */
export function decodeFilters(fragment: string): FiltersLink {
  let logarithmic = false;
  const given = decodeFields(FILTERS, fragment, {
    axis(text) {
      if (text !== "log") throw new RangeError(`link: axis must be log, got "${text}"`);
      logarithmic = true;
    },
  });
  return { config: FILTERS.parse(given), logarithmic };
}
