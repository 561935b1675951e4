import { CONVOLUTION, type ConvolutionComparison, pointsOf } from "#core/convolution/experiment/comparison.ts";
import { type Field, parseRange, readRows, type Schema, writeRows } from "#core/configuration/fields.ts";
import { DEFAULT_SCENARIO, parseScenario, type Scenario, SCENARIO } from "#core/telemetry/experiment/scenario.ts";
import { WORKGROUPS, type WorkgroupSweep } from "#core/convolution/experiment/workgroups.ts";
import { readSections, type SectionName } from "./sections.ts";

/** How far a BER sweep goes, as a link carries it. */
export interface SweepPlan {
  /** Eb/N0 in dB, as parseRange reads it: FROM:STEP:TO. */
  range: string;
  /** Errors after which a point may end; 0 runs all packets. */
  stopErrors: number;
}

/** What a link reproduces. */
export interface Link {
  scenario: Scenario;
  sweep: SweepPlan;
}

export const DEFAULT_SWEEP: SweepPlan = { range: "6:1:16", stopErrors: 0 };

/** The lab that a link's fragment names; the first lab where it names none. */
export function labOf(fragment: string): string {
  return decode(fragment.replace(/^#\/?/, "").split("?")[0]) || DEFAULT_SCENARIO.lab;
}

/** What a link says of the page itself, whatever the lab. */
export interface PageFields {
  /** Name of the lecture that is followed, and its step, from 0. */
  lecture?: string;
  step: number;
  /** Presenter mode: large text, no rail. */
  present: boolean;
  /** In a frame of another page: no shell. */
  embed: boolean;
  /** Groups of figures that are folded away. */
  folded: readonly SectionName[];
}

/**
 * Parts a link into the page's fields, which may stand anywhere in it, and the lab's fragment.
 *
 * @throws RangeError for a step or a group that is none.
 */
export function splitLink(link: string): { fields: PageFields; fragment: string } {
  const fields: PageFields = { step: 0, present: false, embed: false, folded: [] };
  const take: Readonly<Record<string, (text: string) => void>> = {
    lecture: (text) => (fields.lecture = decode(text)),
    step: (text) => (fields.step = checkedStep(text) - 1),
    present: () => (fields.present = true),
    embed: () => (fields.embed = true),
    fold: (text) => (fields.folded = readSections(decode(text))),
  };
  const [head, query = ""] = link.split("?");
  const others = query.split("&").filter((part) => {
    const [name, text = ""] = part.split("=");
    if (!Object.hasOwn(take, name)) return part !== "";
    take[name](text);
    return false;
  });
  return { fields, fragment: others.length ? `${head}?${others.join("&")}` : head };
}

/** A lab's link with the page's fields after it: `#equalizers?v=1&lecture=null-in-band&step=2&present`. */
export function joinLink(link: string, { lecture, step, present, embed, folded }: PageFields): string {
  const parts = [link];
  if (lecture !== undefined) parts.push(`lecture=${encodeURIComponent(lecture)}`, `step=${step + 1}`);
  if (present) parts.push("present");
  if (embed) parts.push("embed");
  if (folded.length) parts.push(`fold=${folded.join(",")}`);
  return parts.join("&");
}

/**
 * A link's fragment: `#equalizers?v=1&channel=2&ebn0=9.5`. Fields at their defaults are left out (the defaults belong to
 * the version), so the commonest links are the shortest. Nothing of it reaches a server.
 */
export function encodeLink({ scenario, sweep }: Link): string {
  const parts = encodeFields(SCENARIO, scenario, scenario.channel === "custom" ? [] : ["rays"]);
  if (sweep.range !== DEFAULT_SWEEP.range) parts.push(`sweep=${encodeRange(sweep.range)}`);
  if (sweep.stopErrors !== DEFAULT_SWEEP.stopErrors) parts.push(`stop=${sweep.stopErrors}`);
  return `#${scenario.lab}?${parts.join("&")}`;
}

/**
 * Reads a link's fragment; an empty one is the default scenario.
 *
 * @throws RangeError or TypeError that says which field was wrong, what it takes and what came.
 */
export function decodeLink(fragment: string): Link {
  const lab = labOf(fragment);
  if (lab !== DEFAULT_SCENARIO.lab) throw new RangeError(`link: there is no lab “${lab}” here`);
  const sweep = { ...DEFAULT_SWEEP };
  const given = decodeFields(SCENARIO, fragment, {
    sweep: (text) => (sweep.range = checkedRange(text)),
    stop: (text) => (sweep.stopErrors = checkedCount(text)),
  });
  return { scenario: parseScenario(given), sweep };
}

/** What a link to the convolution lab reproduces: the comparison, the sweep over workgroup sizes, and how they are shown. */
export interface ComparisonLink extends Pick<WorkgroupSweep, "kernels" | "groups"> {
  config: ConvolutionComparison;
  /** Times and operations a signal instead of the whole batch's. */
  perSignal: boolean;
}

/** A link to the convolution lab: `#convolution?v=1&filter=23&sweep=batch&range=1:*4:4096&kernels=copy,direct&per=signal`. */
export function encodeComparison({ config, kernels, groups, perSignal }: ComparisonLink): string {
  const [, ...sweep] = encodeFields(WORKGROUPS, { ...WORKGROUPS.defaults, kernels, groups });
  const parts = [...encodeFields(CONVOLUTION, config), ...sweep];
  if (perSignal) parts.push("per=signal");
  return `#${config.lab}?${parts.join("&")}`;
}

/** @throws RangeError or TypeError that says which field was wrong, what it takes and what came. */
export function decodeComparison(fragment: string): ComparisonLink {
  const sweep: Partial<Record<"kernels" | "groups", unknown>> = {};
  let perSignal = false;
  const given = decodeFields(CONVOLUTION, fragment, {
    kernels: (text) => (sweep.kernels = text.split(",")),
    groups: (text) => (sweep.groups = text),
    per(text) {
      if (text !== "signal") throw new RangeError(`link: per must be signal, got "${text}"`);
      perSignal = true;
    },
  });
  const config = CONVOLUTION.parse(given);
  pointsOf(config);
  const { kernels, groups } = WORKGROUPS.parse(sweep);
  return { config, kernels, groups, perSignal };
}

type Identity = { lab: string; version: number };

/** A configuration's fields as a link's parameters, those at their defaults left out. */
export function encodeFields<Config extends Identity>(
  { fields, defaults }: Schema<Config>,
  config: Config,
  hidden: readonly string[] = [],
): string[] {
  const parts = [`v=${config.version}`];
  for (const [name, field] of Object.entries<Field>(fields)) {
    if (hidden.includes(name)) continue;
    const text = encodeField(field, config[name as keyof Config]);
    if (text !== encodeField(field, defaults[name as keyof Config])) parts.push(`${name}=${text}`);
  }
  return parts;
}

/**
 * A link's parameters as fields, not checked yet.
 *
 * @param others What to do with parameters that are no fields.
 */
export function decodeFields<Config extends Identity>(
  { fields }: Schema<Config>,
  fragment: string,
  others: Readonly<Record<string, (text: string) => void>> = {},
): Record<string, unknown> {
  const table: Readonly<Record<string, Field>> = fields;
  const [, query = ""] = fragment.split("?");
  const given: Record<string, unknown> = {};
  for (const part of query.split("&").filter(Boolean)) {
    const at = part.indexOf("=");
    const name = decode(at < 0 ? part : part.slice(0, at));
    const text = decode(at < 0 ? "" : part.slice(at + 1));
    if (name === "v") given.version = Number(text);
    else if (Object.hasOwn(others, name)) others[name](text);
    else if (Object.hasOwn(table, name)) given[name] = decodeField(table[name], text);
    else throw new RangeError(`link: there is no field “${name}”`);
  }
  return given;
}

const encodeRange = (text: string) => encodeURIComponent(text).replace(/%3A/g, ":").replace(/%2C/g, ",");

function encodeField(field: Field, value: unknown): string {
  if (field.kind === "list") return (value as string[]).join(",");
  if (field.kind === "range") return encodeRange(String(value));
  if (field.kind === "json") return encodeURIComponent(JSON.stringify(value));
  if (field.kind === "rows") return writeRows(field.columns, value as Record<string, number>[]);
  return String(value);
}

function decodeField(field: Field, text: string): unknown {
  if (field.kind === "number") return text.trim() === "" ? Number.NaN : Number(text);
  if (field.kind === "choice" || field.kind === "range") return text;
  if (field.kind === "list") return text.split(",");
  if (field.kind === "json") return decodeJson(text);
  return readRows(field.columns, text);
}

function decodeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TypeError(`link: must hold JSON, got “${text}”`);
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function checkedRange(text: string): string {
  for (const ebn0 of parseRange(text)) parseScenario({ ebn0 });
  return text;
}

function checkedStep(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new RangeError(`link: step must be a whole number from 1, got "${text}"`);
  return Number(text);
}

function checkedCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new RangeError(`link: stop must be a whole number, got "${text}"`);
  return Number(text);
}
