import type { ChannelName, ScenarioFieldName } from "#core/telemetry/experiment/scenario.ts";
import { fixed } from "../../format.ts";

/** The page's text for a choice, if it differs from the key. */
const CHOICES: Partial<Record<ScenarioFieldName, Readonly<Record<string, string>>>> = {
  ebn0Reference: { received: "all rays", direct: "first ray only" },
  data: { random: "random bits", pn11: "PN sequence, 2047" },
  cmaStart: { mmse: "MMSE taps", blind: "a centre spike" },
  fdeWeighting: { inverse: "2σ²/Ψ", original: "σ²Ψ, original" },
  frequencyEstimate: { packet: "packet by packet", batch: "averaged over 32", known: "known offset" },
  channelEstimate: { packet: "per packet", batch: "averaged over 32" },
  loop: { "second-order": "second order", "first-order": "first order", ideal: "ideal phase" },
};

export function choiceText(field: ScenarioFieldName, choice: string): string {
  return CHOICES[field]?.[choice] ?? choice;
}

const THREE_RAYS: Readonly<Record<string, string>> = { "1": "180°", "2": "150°", "3": "120°" };

/** A channel's name in the list, and its group. */
export function channelText(channel: ChannelName): { text: string; group?: string } {
  if (channel === "none") return { text: "No multipath" };
  if (channel === "custom") return { text: "Your own rays" };
  const measured = /^measured-(\d+)$/.exec(channel)?.[1];
  if (measured) return { text: `Measured ${measured}`, group: "Measured" };
  return { text: `Channel ${channel}: second ray at ${THREE_RAYS[channel]}`, group: "Three rays" };
}

/** An error vector magnitude, or a dash if CMA diverged or no packet was found. */
export function evmText(percent: number): string {
  return Number.isFinite(percent) ? `${fixed(percent, 1)} %` : "–";
}
