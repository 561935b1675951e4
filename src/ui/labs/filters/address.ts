import { FILTERS, type FilterExperiment } from "#core/filters/experiment.ts";
import { type Hearing, HEARINGS } from "#core/listening/hearing.ts";
import { OFFSET } from "#core/listening/tuning.ts";
import { decodeFields, encodeFields } from "#core/configuration/address.ts";

/** The state that a link to the Filters lab reproduces. */
export interface FiltersAddress {
  config: FilterExperiment;
  /** True for a logarithmic frequency axis. */
  logarithmic: boolean;
  /** The example recording to filter; a link cannot hold a file. */
  example?: string;
  /** The part of a recording to filter; undefined for its beginning. */
  part?: { start: number; count: number };
  /** How to listen to the signal; undefined for automatic. */
  hearing?: Hearing;
  /** The station's frequency, Hz from the centre; undefined at the centre. */
  station?: number;
}

/** A link's fragment: `#filters?v=1&design={"type":"butterworth","order":8,"cutoff":0.1}&axis=log`, escaped. */
export function encodeFilters({ config, logarithmic, example, part, hearing, station }: FiltersAddress): string {
  // Tones left out of the link get their defaults for the rate.
  const defaults = { ...FILTERS.defaults, tones: usualTones(config) };
  const parts = encodeFields({ ...FILTERS, defaults }, config);
  if (logarithmic) parts.push("axis=log");
  if (config.signal === "recording" && example !== undefined) {
    parts.push(`example=${example}`);
    if (part) parts.push(`from=${part.start}`, `count=${part.count}`);
  }
  if (hearing) parts.push(`hear=${hearing}`);
  if (station) parts.push(`station=${station}`);
  return `#${config.lab}?${parts.join("&")}`;
}

/** The default tones of an experiment with this filter. */
export const usualTones = ({ design }: Pick<FilterExperiment, "design">): string => FILTERS.parse({ design }).tones;

/** @throws RangeError or TypeError that says which field was wrong, what it takes and what came. */
export function decodeFilters(fragment: string): FiltersAddress {
  let logarithmic = false;
  let [example, hearing, station]: [string?, Hearing?, number?] = [];
  const span: Partial<NonNullable<FiltersAddress["part"]>> = {};
  const given = decodeFields(FILTERS, fragment, {
    axis(text) {
      if (text !== "log") throw new RangeError(`link: axis must be log, got "${text}"`);
      logarithmic = true;
    },
    example(text) {
      if (!/^[\w-]+$/.test(text)) throw new RangeError(`link: example must be a name, got "${text}"`);
      example = text;
    },
    from: (text) => (span.start = sampleOf("from", text, 0)),
    count: (text) => (span.count = sampleOf("count", text, 1)),
    hear(text) {
      hearing = HEARINGS.find((one) => one === text);
      if (!hearing) throw new RangeError(`link: hear must be one of ${HEARINGS.join(", ")}, got "${text}"`);
    },
    station: (text) => (station = offsetOf(text)),
  });
  const { start, count } = span;
  if ((start === undefined) !== (count === undefined))
    throw new RangeError("link: from and count must be given together");
  const part = start === undefined || count === undefined ? undefined : { start, count };
  return { config: FILTERS.parse(given), logarithmic, example, part, hearing, station };
}

/** The station in Hz from the centre, in the range of `RADIO`; undefined at the centre. */
function offsetOf(text: string): number | undefined {
  const { min, max } = OFFSET;
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (value >= min && value <= max) return value || undefined;
  throw new RangeError(`link: station must be a number of Hz from ${min} to ${max}, got "${text}"`);
}

function sampleOf(name: string, text: string, least: number): number {
  if (/^\d{1,15}$/.test(text) && Number(text) >= least) return Number(text);
  throw new RangeError(`link: ${name} must be a whole number from ${least}, got "${text}"`);
}
