import { create } from "zustand";
import { NAMED_PATHS, THREE_RAYS } from "#core/telemetry/channel/rays.ts";
import {
  DEFAULT_SCENARIO,
  type EqualizerName,
  EQUALIZERS,
  FIELDS,
  type Ray,
  type Scenario,
} from "#core/telemetry/experiment/scenario.ts";
import { SAMPLE_RATE } from "#core/telemetry/packet.ts";
import { DEFAULT_SWEEP, type Link, type SweepPlan } from "../link.ts";

/** What is being looked at: all that a link carries. */
export const useScenario = create<Link>()(() => ({ scenario: DEFAULT_SCENARIO, sweep: DEFAULT_SWEEP }));

export function editScenario(change: Partial<Scenario>): void {
  useScenario.setState(({ scenario }) => ({ scenario: { ...scenario, ...change } }));
}

export function editSweep(change: Partial<SweepPlan>): void {
  useScenario.setState(({ sweep }) => ({ sweep: { ...sweep, ...change } }));
}

/** Rays of the channel in force, as they can be edited; undefined for a measured response, which is taps. */
export function editableRays({ channel, rays }: Scenario): readonly Ray[] | undefined {
  if (channel === "custom") return rays;
  if (channel === "none") return [DIRECT];
  return channel.startsWith("measured") ? undefined : THREE_RAYS[Number(channel) - 1];
}

/** Rays of the channel in force, to look at: a measured response's taps are rays on the grid of samples. */
export function shownRays(scenario: Scenario): readonly Ray[] {
  return editableRays(scenario) ?? NAMED_PATHS[scenario.channel].map(tapAsRay);
}

const DIRECT: Ray = { attenuationDb: 0, phaseDeg: 0, delayNs: 0 };

function tapAsRay({ gain: [re, im], delay }: (typeof NAMED_PATHS)[string][number]): Ray {
  const attenuationDb = -20 * Math.log10(Math.hypot(re, im));
  return { attenuationDb, phaseDeg: (Math.atan2(im, re) * 180) / Math.PI, delayNs: (delay / SAMPLE_RATE) * 1e9 };
}

/** Takes an algorithm in or out; the last one stays, since a scenario without a receiver shows nothing. */
export function toggleEqualizer(equalizer: EqualizerName): void {
  const { scenario } = useScenario.getState();
  const on = scenario.equalizers.includes(equalizer);
  const equalizers = EQUALIZERS.filter((name) => scenario.equalizers.includes(name) !== (name === equalizer));
  if (!on || equalizers.length > 0) editScenario({ equalizers });
}

/** Changes one ray; a named channel becomes a custom one that starts from its rays. */
export function editRay(index: number, change: Partial<Ray>): void {
  editRays((rays) => rays.map((ray, i) => (i === index ? { ...ray, ...change } : ray)));
}

export function addRay(): void {
  const room = FIELDS.rays.kind === "rows" ? FIELDS.rays.max : 0;
  editRays((rays) => {
    const last = rays[rays.length - 1];
    const next = { attenuationDb: Math.min(last.attenuationDb + 6, 30), phaseDeg: 0, delayNs: last.delayNs + 50 };
    return rays.length < room ? [...rays, next] : rays;
  });
}

export function removeRay(index: number): void {
  editRays((rays) => (rays.length > 1 ? rays.filter((_, i) => i !== index) : rays));
}

function editRays(change: (rays: readonly Ray[]) => readonly Ray[]): void {
  const { scenario } = useScenario.getState();
  const rays = editableRays(scenario);
  if (rays) editScenario({ channel: "custom", rays: [...change(rays)] });
}
