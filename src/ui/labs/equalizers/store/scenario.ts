import { create } from "zustand";
import { NAMED_PATHS, THREE_RAYS } from "#core/telemetry/channel/rays.ts";
import {
  DEFAULT_SCENARIO,
  type EqualizerName,
  EQUALIZERS,
  type Ray,
  type Scenario,
} from "#core/telemetry/experiment/scenario.ts";
import { SAMPLE_RATE } from "#core/telemetry/packet.ts";
import { DEFAULT_SWEEP, type EqualizersAddress, type SweepPlan } from "../address.ts";

/** The current scenario and sweep: everything that a link holds. */
export const useScenario = create<EqualizersAddress>()(() => ({ scenario: DEFAULT_SCENARIO, sweep: DEFAULT_SWEEP }));

/**
 * The scene of a first visit. Ray 2 has phase 90°: between 40 and 150 ns, its delay sweeps a null from outside the band
 * to its middle. At the 180° of the default channel the null stays near the carrier for every delay.
 */
export const FIRST_SCENE: Scenario = {
  ...DEFAULT_SCENARIO,
  channel: "custom",
  rays: [
    { attenuationDb: 0, phaseDeg: 0, delayNs: 0 },
    { attenuationDb: 1.5, phaseDeg: 90, delayNs: 75 },
    { attenuationDb: 20, phaseDeg: 90, delayNs: 155 },
  ],
};

export function editScenario(change: Partial<Scenario>): void {
  useScenario.setState(({ scenario }) => ({ scenario: { ...scenario, ...change } }));
}

export function editSweep(change: Partial<SweepPlan>): void {
  useScenario.setState(({ sweep }) => ({ sweep: { ...sweep, ...change } }));
}

/** The editable rays of the current channel; undefined for a measured response, which has taps. */
export function editableRays({ channel, rays }: Scenario): readonly Ray[] | undefined {
  if (channel === "custom") return rays;
  if (channel === "none") return [DIRECT];
  return channel.startsWith("measured") ? undefined : THREE_RAYS[Number(channel) - 1];
}

/** The rays of the current channel to draw. The taps of a measured response are rays at whole samples. */
export function shownRays(scenario: Scenario): readonly Ray[] {
  return editableRays(scenario) ?? NAMED_PATHS[scenario.channel].map(tapAsRay);
}

const DIRECT: Ray = { attenuationDb: 0, phaseDeg: 0, delayNs: 0 };

function tapAsRay({ gain: [re, im], delay }: (typeof NAMED_PATHS)[string][number]): Ray {
  const attenuationDb = -20 * Math.log10(Math.hypot(re, im));
  return { attenuationDb, phaseDeg: (Math.atan2(im, re) * 180) / Math.PI, delayNs: (delay / SAMPLE_RATE) * 1e9 };
}

/** Adds or removes an algorithm. The last one stays, because a scenario needs a receiver. */
export function toggleEqualizer(equalizer: EqualizerName): void {
  const { scenario } = useScenario.getState();
  const on = scenario.equalizers.includes(equalizer);
  const equalizers = EQUALIZERS.filter((name) => scenario.equalizers.includes(name) !== (name === equalizer));
  if (!on || equalizers.length > 0) editScenario({ equalizers });
}

/** Changes the rays. A named channel becomes a custom channel. */
export function editRays(rays: Ray[]): void {
  editScenario({ channel: "custom", rays });
}

/** Changes one ray. A named channel becomes a custom channel with the same rays first. */
export function editRay(index: number, change: Partial<Ray>): void {
  const rays = editableRays(useScenario.getState().scenario);
  if (rays) editRays(rays.map((ray, i) => (i === index ? { ...ray, ...change } : ray)));
}
