import {
  DEFAULT_SCENARIO,
  FIELDS,
  type Field,
  type FieldName,
  parseRange,
  parseScenario,
  type Scenario,
} from "#core/experiments/scenario.ts";

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

/**
 * A link's fragment: `#equalizers?v=1&channel=2&ebn0=9.5`. Fields at their defaults are left out (the defaults belong to
 * the version), so the commonest links are the shortest. Nothing of it reaches a server.
 */
export function encodeLink({ scenario, sweep }: Link): string {
  const parts = [`v=${scenario.version}`];
  for (const [name, field] of Object.entries(FIELDS) as [FieldName, Field][]) {
    if (name === "rays" && scenario.channel !== "custom") continue;
    const text = encodeField(field, scenario[name]);
    if (text !== encodeField(field, DEFAULT_SCENARIO[name])) parts.push(`${name}=${text}`);
  }
  if (sweep.range !== DEFAULT_SWEEP.range) parts.push(`sweep=${encodeURIComponent(sweep.range).replace(/%3A/g, ":")}`);
  if (sweep.stopErrors !== DEFAULT_SWEEP.stopErrors) parts.push(`stop=${sweep.stopErrors}`);
  return `#${scenario.lab}?${parts.join("&")}`;
}

/**
 * Reads a link's fragment; an empty one is the default scenario.
 *
 * @throws RangeError or TypeError that says which field was wrong, what it takes and what came.
 */
export function decodeLink(fragment: string): Link {
  const [lab, query = ""] = fragment.replace(/^#\/?/, "").split("?");
  if (lab !== "" && lab !== DEFAULT_SCENARIO.lab) throw new RangeError(`link: there is no lab “${decode(lab)}” here`);
  const given: Record<string, unknown> = {};
  const sweep = { ...DEFAULT_SWEEP };
  for (const part of query.split("&").filter(Boolean)) {
    const at = part.indexOf("=");
    const name = decode(at < 0 ? part : part.slice(0, at));
    const text = decode(at < 0 ? "" : part.slice(at + 1));
    if (name === "v") given.version = Number(text);
    else if (name === "sweep") sweep.range = checkedRange(text);
    else if (name === "stop") sweep.stopErrors = checkedCount(text);
    else if (Object.hasOwn(FIELDS, name)) given[name] = decodeField(FIELDS[name as FieldName], text);
    else throw new RangeError(`link: there is no field “${name}”`);
  }
  return { scenario: parseScenario(given), sweep };
}

function encodeField(field: Field, value: unknown): string {
  if (field.kind === "list") return (value as string[]).join(",");
  if (field.kind !== "rays") return String(value);
  return (value as Scenario["rays"])
    .map(({ attenuationDb, phaseDeg, delayNs }) => [attenuationDb, phaseDeg, delayNs].join(","))
    .join(";");
}

function decodeField(field: Field, text: string): unknown {
  if (field.kind === "number") return text.trim() === "" ? Number.NaN : Number(text);
  if (field.kind === "choice") return text;
  if (field.kind === "list") return text.split(",");
  return text.split(";").map((ray) => {
    const [attenuationDb, phaseDeg, delayNs] = ray.split(",").map(Number);
    return { attenuationDb, phaseDeg, delayNs };
  });
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

function checkedCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new RangeError(`link: stop must be a whole number, got "${text}"`);
  return Number(text);
}
