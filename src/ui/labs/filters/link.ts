import { FILTERS, type FilterExperiment } from "#core/filters/experiment.ts";
import { type Hearing, HEARINGS } from "#core/filters/hearing.ts";
import { OFFSET } from "#core/filters/tuning.ts";
import { decodeFields, encodeFields } from "../../kit/link.ts";

/** What a link to the Filters lab reproduces. */
export interface FiltersLink {
  config: FilterExperiment;
  /** Frequencies on a logarithmic axis. */
  logarithmic: boolean;
  /** The example that is filtered where the signal is a recording: files stay on their computer. */
  example?: string;
  /** The part of a recording that is filtered; its beginning while undefined. */
  part?: { start: number; count: number };
  /** How the signal is listened to; as suits it while undefined. */
  hearing?: Hearing;
  /** Where the station lies that is listened to, Hz from the centre; there while undefined. */
  station?: number;
}

/** A link's fragment: `#filters?v=1&design={"type":"butterworth","order":8,"cutoff":0.1}&axis=log`, escaped. */
export function encodeFilters({ config, logarithmic, example, part, hearing, station }: FiltersLink): string {
  // Tones that are left out are those that go with the rate.
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

/** The tones that an experiment with this filter has unless it says otherwise. */
export const usualTones = ({ design }: Pick<FilterExperiment, "design">): string => FILTERS.parse({ design }).tones;

/** @throws RangeError or TypeError that says which field was wrong, what it takes and what came. */
export function decodeFilters(fragment: string): FiltersLink {
  let logarithmic = false;
  let [example, hearing, station]: [string?, Hearing?, number?] = [];
  const span: Partial<NonNullable<FiltersLink["part"]>> = {};
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
  if ((start === undefined) !== (count === undefined)) throw new RangeError("link: from and count go together");
  const part = start === undefined || count === undefined ? undefined : { start, count };
  return { config: FILTERS.parse(given), logarithmic, example, part, hearing, station };
}

/** Hz from the centre, as `RADIO` takes them; undefined at the centre. */
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
