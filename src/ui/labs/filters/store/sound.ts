import { create } from "zustand";
import { usualHearing } from "#core/listening/hearing.ts";
import type { SoundConfig } from "#core/listening/sound.ts";
import type { PassedSide } from "#core/filters/runs.ts";
import { worker } from "../../../kit/engine.ts";
import { createPlayer, type SoundRequest } from "../../../kit/listening/player.ts";
import { type Passed, useFilterSignal } from "./signal.ts";
import { useFilters } from "./filters.ts";

/** The side of the filter that is heard. */
export const useSide = create<{ side: PassedSide }>()(() => ({ side: "after" }));

/** Plays the filtered signal. */
export const player = createPlayer(wantedSound);

/** How to listen to the filtered signal: as chosen, or automatically; with the station's offset. */
export function hearingOf({ facts }: Passed, chosen = useFilters.getState().hearing): SoundConfig {
  const hearing = chosen ?? usualHearing(facts);
  const offset = hearing === "as-is" ? 0 : (useFilters.getState().station ?? 0);
  return { hearing, deemphasis: player.use.getState().deemphasis, offset };
}

function wantedSound(): SoundRequest | undefined {
  const { passed } = useFilterSignal.getState();
  if (!passed) return undefined;
  const { side } = useSide.getState();
  const config = hearingOf(passed);
  return {
    of: passed,
    part: side,
    config,
    centre: centreOf(passed),
    name: `${passed.recorded?.title ?? passed.config.signal}-${side === "after" ? "filtered" : "before"}`,
    make: (onProgress) => worker.ask("filters", "listen", side, config, onProgress),
  };
}

/** Chooses the signal before or after the filter. */
export function hearSide(side: PassedSide): void {
  useSide.setState({ side });
  player.renew();
}

/** Tunes to another frequency, Hz from the centre. */
export function tune(station: number): void {
  useFilters.setState({ station: station || undefined });
}

/** The radio frequency at the centre of a recording, Hz, where its metadata has one. */
export function centreOf({ facts }: Passed): number | undefined {
  const value = facts.tags.find(({ key }) => key === "rx_freq")?.value;
  return typeof value === "number" ? value : undefined;
}

/** Renews the sound after every change. */
export function followSignal(): void {
  useFilterSignal.subscribe(({ passed }, before) => {
    if (passed === before.passed) return;
    // A sound of another signal is no longer of use.
    if (passed?.recorded?.title !== before.passed?.recorded?.title) player.forget();
    else player.renew();
  });
  useFilters.subscribe(({ hearing, station }, before) => {
    if (hearing !== before.hearing || station !== before.station) player.retune(hearing === before.hearing);
  });
}
