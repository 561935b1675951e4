import { checkField } from "#core/configuration/fields.ts";
import { BER_SWEEP, parseScenario, type Scenario, SCENARIO } from "#core/telemetry/experiment/scenario.ts";
import { decodeFields, encodeFields, encodeRange } from "#core/configuration/address.ts";

/** The settings of a BER sweep that a link holds. */
export interface SweepPlan {
  /** Eb/N0 in dB, as readPoints reads it: FROM:STEP:TO, or "auto". */
  range: string;
  /** Packets with errors, per equalizer, after which a point ends; 0 counts all packets. */
  stopErrors: number;
}

/** Everything that a link holds. */
export interface EqualizersAddress {
  scenario: Scenario;
  sweep: SweepPlan;
}

const { ebn0s, stopErrors } = BER_SWEEP.fields;
export const DEFAULT_SWEEP: SweepPlan = { range: String(ebn0s.default), stopErrors: stopErrors.default };

/**
 * Returns a link's fragment: `#equalizers?v=1&channel=2&ebn0=9.5`. It omits fields at their defaults, which belong to the
 * version. Browsers do not send fragments to servers.
 */
export function encodeEqualizers({ scenario, sweep }: EqualizersAddress): string {
  const parts = encodeFields(SCENARIO, scenario, scenario.channel === "custom" ? [] : ["rays"]);
  if (sweep.range !== DEFAULT_SWEEP.range) parts.push(`sweep=${encodeRange(sweep.range)}`);
  if (sweep.stopErrors !== DEFAULT_SWEEP.stopErrors) parts.push(`stop=${sweep.stopErrors}`);
  return `#${scenario.lab}?${parts.join("&")}`;
}

/**
 * Reads a link's fragment; an empty one is the default scenario.
 *
 * @throws RangeError or TypeError that names the field, what it takes and what was found.
 */
export function decodeEqualizers(fragment: string): EqualizersAddress {
  const sweep = { ...DEFAULT_SWEEP };
  const given = decodeFields(SCENARIO, fragment, {
    sweep: (text) => (sweep.range = checkedRange(text)),
    stop: (text) => (sweep.stopErrors = checkedCount(text)),
  });
  return { scenario: parseScenario(given), sweep };
}

function checkedRange(text: string): string {
  checkField("link: sweep", ebn0s, text);
  return text;
}

function checkedCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new RangeError(`link: stop must be a whole number, got "${text}"`);
  return Number(text);
}
