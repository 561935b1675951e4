import { create } from "zustand";
import { type Hearing, isBroadcast, usualHearing } from "#core/listening/hearing.ts";
import type { Mode } from "#core/listening/tuning.ts";
import type { Detection } from "#core/signals/detection.ts";
import type { Excerpt } from "#core/capture/excerpt.ts";
import { frequencyStep } from "../../kit/fields/frequency-step.ts";
import { worker } from "../../kit/engine.ts";
import { createPlayer, type SoundRequest } from "../../kit/listening/player.ts";
import { type OpenedRecording, shownRecording, useRecording } from "../../kit/recording/recording.ts";
import { useWaterfall } from "./waterfall/store.ts";
import { scalesAt } from "./measure.ts";

interface Listening {
  /** How to listen; undefined for automatic. */
  hearing?: Hearing;
  /** The station, Hz from the centre; undefined at the centre. */
  station?: number;
  /** Only the selected time is heard. */
  selected?: boolean;
}

export const useListening = create<Listening>()(() => ({}));

/** Plays a station of the recording that is shown. */
export const player = createPlayer(wantedSound);

/** Longest sound, s: the page holds it in memory. */
export const MOST_SECONDS = 60;
/** Shortest sound, s. */
export const LEAST_SECONDS = 0.02;

type Recorded = Pick<OpenedRecording, "samples" | "sampleRate" | "complex" | "centerFrequency" | "captures">;

/** How to listen to a recording: as chosen, or automatically. */
export function hearingOf(recording: Recorded, chosen: Hearing | undefined): Hearing {
  const { sampleRate = 2, complex } = recording;
  const centre = centreOf(recording);
  const tags = centre === undefined ? [] : [{ sample: 0, key: "rx_freq", value: centre }];
  return chosen ?? usualHearing({ kind: complex ? "complex" : "real", rate: sampleRate, tags });
}

/** Least bandwidth of a broadcast in stereo, Hz: its pilot is at 19 kHz. Other FM stations are narrower. */
const STEREO_BAND = 38_000;

/** How to listen to a signal of a recording: broadcasts in stereo where the recording may hold one, and else FM or AM. */
export function hearingOfSignal(recording: Recorded, signal: Pick<Detection, "class" | "bandwidthHz">): Hearing {
  const maybeStereo = hearingOf(recording, undefined) === "fm-stereo" && signal.bandwidthHz >= STEREO_BAND;
  if (maybeStereo && signal.class !== "AM") return "fm-stereo";
  return signal.class === "FM" ? "fm" : "am";
}

/** How a station is demodulated; undefined where there is none to tune to. */
export function modeOf(recording: Recorded, chosen: Hearing | undefined): Mode | undefined {
  const hearing = hearingOf(recording, chosen);
  return recording.complex && recording.sampleRate !== undefined && hearing !== "as-is" ? hearing : undefined;
}

/** Whether the waterfall shows the station's band: where a broadcast is, and after someone has listened or tuned. */
export function useStationShown(recording: Recorded, mode: Mode | undefined): boolean {
  const { hearing, station } = useListening();
  const heard = player.use((state) => state.heard !== undefined || state.listening !== undefined);
  const tuning = useWaterfall((state) => state.tool === "tune");
  if (!mode) return false;
  const asked = hearing !== undefined || station !== undefined || heard || tuning;
  return asked || isBroadcast(mode, centreOf(recording), recording.sampleRate ?? 0);
}

/** The radio frequency at the recording's centre, Hz, where it is known. */
export function centreOf(recording: Recorded): number | undefined {
  return scalesAt(recording, 0).center || undefined;
}

/** The part that is heard. */
export function heardPart({ samples, sampleRate = 1 }: Recorded): Excerpt {
  const { selection, channel } = useWaterfall.getState();
  const { start, count } = (useListening.getState().selected && selection) || { start: 0, count: samples };
  return { start, count: Math.min(count, Math.floor(MOST_SECONDS * sampleRate)), channel };
}

function wantedSound(): SoundRequest | undefined {
  const recording = shownRecording(useRecording.getState());
  if (!recording || refusalOf(recording)) return undefined;
  const { hearing: chosen, station = 0 } = useListening.getState();
  const { chosen: index } = useRecording.getState();
  const part = heardPart(recording);
  const hearing = hearingOf(recording, chosen);
  const offset = hearing === "as-is" ? 0 : station;
  const { deemphasis } = player.use.getState();
  const config = { hearing, deemphasis, offset };
  return {
    of: recording,
    part: `${part.start} ${part.count} ${part.channel}`,
    config,
    centre: centreOf(recording),
    name: recording.title,
    make: (onProgress) => worker.ask("listening", "hear", index, part, config, onProgress),
  };
}

/** Why there is nothing to hear in a recording, as a sentence; undefined if there is one. */
export function refusalOf(recording: Recorded): string | undefined {
  const { sampleRate } = recording;
  if (sampleRate === undefined) return "The file does not give its sample rate, so the playing speed is not known.";
  const seconds = heardPart(recording).count / sampleRate;
  if (seconds >= LEAST_SECONDS) return undefined;
  return `This part is too short to hear: it lasts ${Number((1e3 * seconds).toPrecision(3))} ms, and sound needs ${1e3 * LEAST_SECONDS} ms.`;
}

/** Tunes to a frequency, Hz from the centre. */
export function tune(station: number): void {
  useListening.setState({ station: station || undefined });
}

/** Tunes to a frequency of the waterfall, cycles per sample, on a grid of round frequencies. */
export function tuneTo(frequency: number): void {
  const rate = shownRecording(useRecording.getState())?.sampleRate;
  if (rate === undefined) return;
  const grid = frequencyStep(rate);
  tune(Number((Math.round((frequency * rate) / grid) * grid).toPrecision(12)));
}

/** Another recording is shown: its sound is not this one's. */
export function forgetSound(): void {
  useListening.setState({ hearing: undefined, station: undefined, selected: undefined });
  player.forget();
}

/** Renews the sound after every change. */
export function followListening(): void {
  useListening.subscribe(({ hearing, station, selected }, before) => {
    if (station !== before.station) player.retune(true);
    else if (hearing !== before.hearing || selected !== before.selected) player.retune(false);
  });
  useWaterfall.subscribe(({ selection, channel }, before) => {
    const heard = useListening.getState().selected && selection !== before.selection;
    if (heard || channel !== before.channel) player.retune(true);
  });
}
