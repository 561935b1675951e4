import type { Level } from "#core/capture/overview.ts";
import { type Hearing, HEARINGS } from "#core/listening/hearing.ts";
import { OFFSET } from "#core/listening/tuning.ts";
import type { Band, Box, Span } from "./waterfall/frame.ts";
import { numberFrom, unknownField } from "#core/configuration/address.ts";
import { EXAMPLES, exampleNamed } from "../../kit/recording/examples.ts";
import type { Scope } from "./signals/store.ts";
import { FFT_SIZES } from "./waterfall/store.ts";

/** The state that a link reproduces: an example, how it is shown and heard, and how signals are found. A link cannot hold a file. */
export interface RecordingsAddress {
  example?: string;
  view?: Span;
  /** The frequency range in view, cycles per sample. */
  band?: Band;
  selection?: Box;
  /** Points of a transform; 0 is automatic. */
  fftSize?: number;
  /** What colour shows; undefined for automatic. */
  level?: Level;
  /** How to listen; undefined for automatic. */
  hearing?: Hearing;
  /** The station, Hz from the centre; undefined at the centre. */
  station?: number;
  /** Where signals are found, and the probability of a false alarm; undefined for the defaults. */
  scope?: Scope;
  falseAlarms?: number;
}

export const SCOPES = ["view", "recording", "selection"] as const satisfies readonly Scope[];
/** As links and fields have them. */
export const FALSE_ALARMS = ["1e-6", "1e-9", "1e-12"] as const;
export const FINDING_DEFAULTS = { scope: "view", falseAlarms: 1e-9 } as const;

const LEVELS: readonly Level[] = ["maximum", "mean"];

const turns = (value: number) => Number(value.toFixed(6));

/** A link's fragment: `#recordings?v=1&example=two-packets&from=12000&count=500&band=-0.1:0.2`. */
export function encodeRecordings({
  example,
  view,
  band,
  selection,
  fftSize,
  level,
  hearing,
  station,
  scope = FINDING_DEFAULTS.scope,
  falseAlarms = FINDING_DEFAULTS.falseAlarms,
}: RecordingsAddress): string {
  const parts = ["v=1"];
  if (example !== undefined) {
    parts.push(`example=${example}`);
    if (selection) {
      const { start, count, low, high } = selection;
      parts.push(`select=${[start, count, turns(low), turns(high)].join(":")}`);
    }
    if (fftSize) parts.push(`fft=${fftSize}`);
    if (level) parts.push(`level=${level}`);
    if (hearing) parts.push(`hear=${hearing}`);
    if (station) parts.push(`station=${station}`);
    if (view) parts.push(`from=${view.start}`, `count=${view.count}`);
    if (band) parts.push(`band=${band.map(turns).join(":")}`);
  }
  if (scope !== FINDING_DEFAULTS.scope) parts.push(`find=${scope}`);
  if (falseAlarms !== FINDING_DEFAULTS.falseAlarms) parts.push(`alarms=${falseAlarms.toExponential()}`);
  return `#recordings?${parts.join("&")}`;
}

/** @throws RangeError that says which field was wrong, what it takes and what came. */
export function decodeRecordings(fragment: string): RecordingsAddress {
  const link: RecordingsAddress = {};
  const span: Partial<Span> = {};
  for (const part of (fragment.split("?")[1] ?? "").split("&").filter(Boolean)) {
    const [name, text = ""] = part.split("=");
    if (name === "v" && text === "1") continue;
    if (name === "example") {
      if (!exampleNamed(text)) {
        oneOf(
          name,
          text,
          EXAMPLES.map((example) => example.name),
        );
      }
      link.example = text;
    } else if (name === "from") span.start = wholeNumber(name, text, 0);
    else if (name === "count") span.count = wholeNumber(name, text, 1);
    else if (name === "band") link.band = bandFrom(text);
    else if (name === "select") link.selection = boxFrom(text);
    else if (name === "fft") link.fftSize = Number(oneOf(name, text, FFT_SIZES.map(String)));
    else if (name === "level") link.level = oneOf(name, text, LEVELS);
    else if (name === "hear") link.hearing = oneOf(name, text, HEARINGS);
    else if (name === "station") link.station = numberFrom("recordings", name, text, OFFSET) || undefined;
    else if (name === "find") link.scope = oneOf(name, text, SCOPES);
    else if (name === "alarms") link.falseAlarms = Number(oneOf(name, text, FALSE_ALARMS));
    else unknownField(name);
  }
  const { start, count } = span;
  if ((start === undefined) !== (count === undefined))
    throw new RangeError("recordings: from and count must be given together");
  if (start !== undefined && count !== undefined) link.view = { start, count };
  return link;
}

function oneOf<Name extends string>(field: string, text: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === text);
  if (found) return found;
  throw new RangeError(`recordings: ${field} must be ${names.join(" or ")}, got "${text}"`);
}

function wholeNumber(name: string, text: string, least: number): number {
  if (/^\d{1,15}$/.test(text) && Number(text) >= least) return Number(text);
  throw new RangeError(`recordings: ${name} must be a whole number from ${least}, got "${text}"`);
}

/** Edges of a band, cycles per sample. */
function edges(low = "", high = ""): Band | undefined {
  const [from, to] = [low, high].map((edge) => (/^-?\d?\.?\d+$/.test(edge) ? Number(edge) : NaN));
  return from >= -0.5 && to <= 0.5 && from < to ? [from, to] : undefined;
}

function bandFrom(text: string): Band {
  const [low, high, ...others] = text.split(":");
  const band = edges(low, high);
  if (band && others.length === 0) return band;
  throw new RangeError(`recordings: band must be LOW:HIGH in cycles per sample, −0.5 … 0.5, got "${text}"`);
}

function boxFrom(text: string): Box {
  const [start, count, low, high, ...others] = text.split(":");
  const band = edges(low, high);
  if (band && others.length === 0) {
    const [from, to] = band;
    return { start: wholeNumber("select", start, 0), count: wholeNumber("select", count, 1), low: from, high: to };
  }
  throw new RangeError(
    `recordings: select must be START:COUNT:LOW:HIGH in samples and in cycles per sample, −0.5 … 0.5, got "${text}"`,
  );
}
