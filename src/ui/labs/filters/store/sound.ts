import { create } from "zustand";
import { usualHearing } from "#core/listening/hearing.ts";
import type { Sound, SoundConfig } from "#core/listening/sound.ts";
import type { PassedSide } from "#core/filters/runs.ts";
import { download } from "../../../figures/download.ts";
import { describeFailure, type Failure } from "../../../elements/failure.ts";
import { type Passed, useFilterSignal } from "./signal.ts";
import { useFilters, withoutPlace } from "./filters.ts";
import { isWorkerLoss, lab } from "../../../kit/engine.ts";
import { say } from "../../../elements/notices.ts";
import { useCurrentLab } from "../../../kit/current-lab.ts";

/** A sound and the signal that it was made from. */
export interface Heard {
  of: Passed;
  side: PassedSide;
  config: SoundConfig;
  sound: Sound;
}

interface FilterSoundStore {
  side: PassedSide;
  deemphasis: SoundConfig["deemphasis"];
  /** 0 to 1. */
  volume: number;
  loop: boolean;
  /** Set while audio is prepared: the finished share, 0 to 1, and the remaining time, ms. */
  listening?: { progress: number; remainingMs?: number };
  /** True after a person stopped the last preparation. */
  stopped?: boolean;
  /** The last sound. It stays while another is prepared. */
  heard?: Heard;
  playing: boolean;
  /** Seconds from the beginning. */
  position: number;
  /** Why the signal cannot become sound, and why the browser does not play it. */
  refusal?: string;
  silence?: string;
  failure?: Failure;
}

export const useFilterSound = create<FilterSoundStore>()(() => ({
  side: "after",
  deemphasis: "50",
  volume: 0.5,
  loop: true,
  playing: false,
  position: 0,
}));

export const secondsOf = ({ samples, channels, rate }: Sound) => samples.length / channels / rate;

/** How to listen to the filtered signal: as chosen, or automatically; with the station's offset. */
export function hearingOf({ facts }: Passed, chosen = useFilters.getState().hearing): SoundConfig {
  const hearing = chosen ?? usualHearing(facts);
  const offset = hearing === "as-is" ? 0 : (useFilters.getState().station ?? 0);
  return { hearing, deemphasis: useFilterSound.getState().deemphasis, offset };
}

interface Wanted {
  of: Passed;
  side: PassedSide;
  config: SoundConfig;
}

const key = ({ of, side, config }: Wanted) => [of, side, config.hearing, config.deemphasis, config.offset];
const alike = (a: Wanted, b: Wanted) => key(a).every((part, i) => part === key(b)[i]);

/** The last sounds before and after the filter, so that switching between them prepares none again. */
let kept: Heard[] = [];

let asked = 0;

/** Prepares the current sound; undefined where there is no signal, and where a newer call has replaced this one. */
async function makeSound(): Promise<Heard | undefined> {
  const { passed } = useFilterSignal.getState();
  if (!passed) return undefined;
  const { side } = useFilterSound.getState();
  const wanted = { of: passed, side, config: hearingOf(passed) };
  const mine = ++asked;
  const isLast = () => mine === asked;
  try {
    const heard = kept.find((one) => alike(one, wanted)) ?? (await listen(wanted, isLast));
    if (!isLast()) return undefined;
    useFilterSound.setState({ stopped: heard === undefined });
    if (!heard) return undefined;
    kept = [heard, ...kept.filter((one) => one.of === heard.of && !alike(one, heard))].slice(0, 4);
    useFilterSound.setState({ heard, refusal: undefined, failure: undefined });
    return heard;
  } catch (error) {
    if (!isLast()) return undefined;
    stopSound();
    if (error instanceof Error && error.name === "RangeError") {
      useFilterSound.setState({ heard: undefined, refusal: withoutPlace(error), failure: undefined });
    } else if (!isWorkerLoss(error)) {
      useFilterSound.setState({ failure: describeFailure("The signal could not be made audible.", error) });
    }
    return undefined;
  } finally {
    if (isLast()) useFilterSound.setState({ listening: undefined });
  }
}

/** Asks the worker for the sound, which abandons the previous request; undefined when stopped. */
async function listen(wanted: Wanted, isLast: () => boolean): Promise<Heard | undefined> {
  // Before the first sound the worker measures the station, so the remaining time follows from the steps after the first.
  let first: { at: number; progress: number } | undefined;
  // The last progress message may arrive after the sound.
  let whole = false;
  useFilterSound.setState({ listening: { progress: 0 }, stopped: false });
  const making = lab.ask("filters", "listen", wanted.side, wanted.config, (progress) => {
    if (whole || !isLast()) return;
    const at = performance.now();
    first ??= { at, progress };
    const share = progress - first.progress;
    const remainingMs = share > 0 ? ((at - first.at) * (1 - progress)) / share : undefined;
    useFilterSound.setState({ listening: { progress, remainingMs } });
  });
  const sound = await making.finally(() => (whole = true));
  return sound && { ...wanted, sound };
}

/** The playing sound: its nodes, and the audio context's time at its position 0. */
interface Voice {
  source: AudioBufferSourceNode;
  gain: GainNode;
  begun: number;
  heard: Heard;
}

let context: AudioContext | undefined;
let output: GainNode | undefined;
let voice: Voice | undefined;
let ticking = 0;

/** Duration of fades, s: shorter ones click. */
const FADE = 0.015;
/** Interval between updates of the position, ms. */
const TICK_MS = 60;

/** Longest wait, ms, for the browser to start audio. */
const PATIENCE_MS = 1000;

/** Starts the audio output; returns why it cannot, or undefined on success. */
async function openAudio(): Promise<string | undefined> {
  try {
    context ??= new AudioContext();
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    await Promise.race([context.resume(), patience]);
    if (context.state !== "running")
      return "The browser blocks sound from this page. Allow sound, and press Play again";
  } catch (error) {
    return `This computer cannot play sound (${(error as Error).message})`;
  }
  if (!output) {
    output = context.createGain();
    output.connect(context.destination);
  }
  return undefined;
}

/** Plays from the position on and replaces what plays. Call it only after a person's click or key. */
async function play(heard: Heard): Promise<void> {
  const silence = await openAudio();
  useFilterSound.setState({ silence });
  if (silence || !context || !output) return;
  const { volume, loop, position } = useFilterSound.getState();
  output.gain.value = loudness(volume);
  const { samples, channels, rate } = heard.sound;
  const buffer = context.createBuffer(channels, samples.length / channels, rate);
  for (let channel = 0; channel < channels; channel++) {
    const data = buffer.getChannelData(channel);
    for (let n = 0; n < data.length; n++) data[n] = samples[channels * n + channel];
  }
  const source = new AudioBufferSourceNode(context, { buffer, loop });
  const gain = context.createGain();
  source.connect(gain).connect(output);
  const from = position < buffer.duration - FADE ? position : 0;
  const now = context.currentTime;
  gain.gain.setValueAtTime(0, now);
  gain.gain.linearRampToValueAtTime(1, now + FADE);
  fadeOut();
  source.start(now, from);
  const mine: Voice = { source, gain, begun: now - from, heard };
  voice = mine;
  source.addEventListener("ended", () => voice === mine && stopSound({ rewind: true }));
  useFilterSound.setState({ playing: true });
  clearInterval(ticking);
  ticking = window.setInterval(() => useFilterSound.setState({ position: positionNow() }), TICK_MS);
}

function fadeOut(): void {
  if (!voice || !context) return;
  const { source, gain } = voice;
  const now = context.currentTime;
  gain.gain.setValueAtTime(1, now);
  gain.gain.linearRampToValueAtTime(0, now + FADE);
  source.stop(now + FADE);
  voice = undefined;
}

/** The gain of a volume: a square, since loudness is roughly logarithmic. */
const loudness = (volume: number) => volume ** 2;

function positionNow(): number {
  if (!voice || !context) return useFilterSound.getState().position;
  const length = secondsOf(voice.heard.sound);
  const at = Math.max(0, context.currentTime - voice.begun);
  return useFilterSound.getState().loop ? at % length : Math.min(at, length);
}

export function stopSound({ rewind = false } = {}): void {
  clearInterval(ticking);
  const position = rewind ? 0 : positionNow();
  fadeOut();
  useFilterSound.setState({ playing: false, position });
}

/** Starts or stops playing; prepares the sound first if needed, and stops a preparation. */
export async function toggleSound(): Promise<void> {
  const { playing, listening } = useFilterSound.getState();
  if (listening) await lab.stop();
  if (playing) return stopSound();
  if (listening) return;
  const heard = await makeSound();
  if (heard) await play(heard);
}

/** Replaces the sound after a change, and continues to play at the same position. */
async function exchange(): Promise<void> {
  const { heard: before, playing } = useFilterSound.getState();
  if (!before && !playing) return;
  const heard = await makeSound();
  if (!heard) return;
  const position = Math.min(positionNow(), secondsOf(heard.sound));
  useFilterSound.setState({ position });
  if (useFilterSound.getState().playing) await play(heard);
}

/** Chooses the signal before or after the filter. */
export function hearSide(side: PassedSide): void {
  useFilterSound.setState({ side });
  void exchange();
}

export function setDeemphasis(deemphasis: SoundConfig["deemphasis"]): void {
  useFilterSound.setState({ deemphasis });
  void exchange();
}

/** Wait after a change of the station, ms, so that dragging does not demodulate at every step. */
const TUNING_MS = 150;
let tuning = 0;

/** Tunes to another frequency, Hz from the centre. */
export function tune(station: number): void {
  useFilters.setState({ station: station || undefined });
}

/** The radio frequency at the centre of a recording, Hz, where its metadata has one. */
export function centreOf({ facts }: Passed): number | undefined {
  const value = facts.tags.find(({ key }) => key === "rx_freq")?.value;
  return typeof value === "number" ? value : undefined;
}

export function setVolume(volume: number): void {
  useFilterSound.setState({ volume });
  if (output && context) output.gain.setTargetAtTime(loudness(volume), context.currentTime, FADE);
}

export function setLoop(loop: boolean): void {
  const position = positionNow();
  useFilterSound.setState({ loop, position });
  if (voice) void play(voice.heard);
}

/** Moves the playing position, s. */
export function seek(position: number): void {
  const { heard } = useFilterSound.getState();
  const length = heard ? secondsOf(heard.sound) : 0;
  useFilterSound.setState({ position: Math.min(length, Math.max(0, position)) });
  if (voice) void play(voice.heard);
}

/** Saves the sound as a WAV file. */
export async function saveSound(): Promise<void> {
  const heard = await makeSound();
  if (!heard) return;
  const { of, side, config } = heard;
  const how = config.hearing === "as-is" ? "" : `-${config.hearing}`;
  const name = `${of.recorded?.title ?? of.config.signal}-${side === "after" ? "filtered" : "before"}${how}`;
  try {
    const blob = await lab.ask("listening", "save", heard.sound);
    download(`${name}.wav`, blob, blob.type);
  } catch (error) {
    say(`The sound could not be saved. ${(error as Error).message}`, "warning");
  }
}

/** Renews the sound after every change, and stops it when a person leaves the lab. */
export function followSignal(): void {
  useCurrentLab.subscribe(({ name }, before) => {
    if (name !== before.name && useFilterSound.getState().playing) stopSound();
  });
  useFilterSignal.subscribe(({ passed }, before) => {
    if (passed === before.passed) return;
    // A sound of another signal is no longer of use.
    if (passed?.recorded?.title !== before.passed?.recorded?.title) {
      stopSound({ rewind: true });
      kept = [];
      useFilterSound.setState({ heard: undefined, refusal: undefined, stopped: false });
    } else void exchange();
  });
  useFilters.subscribe(({ hearing, station }, before) => {
    if (hearing === before.hearing && station === before.station) return;
    useFilterSound.setState({ refusal: undefined });
    clearTimeout(tuning);
    tuning = window.setTimeout(() => void exchange(), hearing === before.hearing ? TUNING_MS : 0);
  });
}
