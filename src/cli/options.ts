import { parseArgs } from "node:util";
import {
  DEFAULT_SCENARIO,
  FIELDS,
  type Field,
  type FieldName,
  type Ray,
  type Scenario,
  parseRange,
  parseScenario,
} from "../core/experiments/scenario.ts";

/** The person asked for something that does not exist: exit code 2, with the message and where to find help. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** An option that is not a field of the scenario. */
export interface ExtraOption {
  /** What stands for its value in the help, e.g. "FILE"; an option without one is a switch. */
  value?: string;
  description: string;
}

export interface Arguments {
  positionals: string[];
  /** Defaults, and what was given. */
  scenario: Scenario;
  given: Partial<Scenario>;
  /** The points of `--ebn0`. */
  ebn0s: number[];
  extras: Record<string, string | undefined>;
}

const flagOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Reads a command line against the scenario's field table and the command's own options.
 *
 * @throws UsageError for an unknown option, a missing value, or a value that the field refuses.
 */
export function readArguments(args: string[], extras: Readonly<Record<string, ExtraOption>>): Arguments {
  const names = Object.keys(FIELDS) as FieldName[];
  const options = Object.fromEntries([
    ...names.map((name) => [flagOf(name), { type: "string" as const }]),
    ...Object.entries(extras).map(([name, { value }]) => [
      name,
      { type: value ? ("string" as const) : ("boolean" as const) },
    ]),
  ]);
  try {
    // node's parser takes "--phase -90" for two options: a negative number is joined to its option first.
    const joined = joinNegatives(args);
    const parsed = parseArgs({ args: joined, options, allowPositionals: true, strict: true });
    const { positionals } = parsed;
    const values: Record<string, unknown> = parsed.values;
    const given: Record<string, unknown> = {};
    let ebn0s = [DEFAULT_SCENARIO.ebn0];
    for (const name of names) {
      const text = values[flagOf(name)];
      if (typeof text !== "string") continue;
      if (name === "ebn0") {
        ebn0s = parseRange(text);
        for (const value of ebn0s) parseScenario({ ebn0: value });
        given.ebn0 = ebn0s[0];
      } else {
        given[name] = parseField(FIELDS[name], text);
      }
    }
    if (given.rays !== undefined && given.channel === undefined) given.channel = "custom";
    const own = Object.keys(extras).map((name) => [
      name,
      values[name] === undefined ? undefined : String(values[name]),
    ]);
    return { positionals, scenario: parseScenario(given), given, ebn0s, extras: Object.fromEntries(own) };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function joinNegatives(args: string[]): string[] {
  return args.reduce<string[]>((joined, arg) => {
    const last = joined.at(-1);
    if (/^-\.?\d/.test(arg) && last?.startsWith("--") && !last.includes("="))
      joined[joined.length - 1] = `${last}=${arg}`;
    else joined.push(arg);
    return joined;
  }, []);
}

function parseField(field: Field, text: string): unknown {
  switch (field.kind) {
    case "number":
      return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
    case "choice":
      return text;
    case "list":
      return text.split(",").map((item) => item.trim());
    case "rays":
      return text.split(";").map((ray): Ray => {
        const [attenuationDb, phaseDeg, delayNs] = ray.split(",").map(Number);
        return { attenuationDb, phaseDeg, delayNs };
      });
  }
}

/** Help text of a command: its own options, then the scenario's, from the same table as the page's controls. */
export function helpText(
  usage: string,
  about: string,
  extras: Readonly<Record<string, ExtraOption>>,
  scenario: boolean,
): string {
  const rows: [string, string][] = Object.entries(extras).map(([name, { value, description }]) => [
    `--${name}${value ? ` ${value}` : ""}`,
    description,
  ]);
  if (scenario) {
    for (const [name, field] of Object.entries(FIELDS)) {
      rows.push([
        `--${flagOf(name)} ${placeholder(name, field)}`,
        `${field.description} Default ${defaultOf(name as FieldName)}.`,
      ]);
    }
  }
  const width = Math.min(34, Math.max(...rows.map(([left]) => left.length)));
  const lines = rows.map(([left, right]) =>
    left.length > width ? `  ${left}\n  ${" ".repeat(width)}  ${right}` : `  ${left.padEnd(width)}  ${right}`,
  );
  return `Usage: npm run -s cli -- ${usage}\n\n${about}\n\nOptions:\n${lines.join("\n")}\n`;
}

function placeholder(name: string, field: Field): string {
  switch (field.kind) {
    case "number":
      return name === "ebn0" ? "DB|FROM:STEP:TO" : field.unit ? field.unit.toUpperCase() : "N";
    case "choice":
      return field.choices.length > 4 ? "NAME" : field.choices.join("|");
    case "list":
      return "A,B,…";
    case "rays":
      return '"DB,DEG,NS;…"';
  }
}

function defaultOf(name: FieldName): string {
  const value = DEFAULT_SCENARIO[name];
  if (name === "rays") return (value as Ray[]).map((r) => `${r.attenuationDb},${r.phaseDeg},${r.delayNs}`).join(";");
  return Array.isArray(value) ? value.join(",") : String(value);
}
