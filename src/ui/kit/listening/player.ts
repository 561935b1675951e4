import { create } from "zustand";
import type { Sound, SoundConfig } from "#core/listening/sound.ts";
import { createRemainingTime } from "#core/measurement/remaining-time.ts";
import { describeFailure, type Failure, withoutPlace } from "../../elements/failure.ts";
import { say } from "../../elements/notices.ts";
import { download } from "../../figures/download.ts";
import { useCurrentLab } from "../current-lab.ts";
import { isWorkerLoss, worker } from "../engine.ts";
import { openAudio } from "./audio-output.ts";

/** A sound that a lab wants. */
export interface SoundRequest {
  /** The signal; sounds of other signals are forgotten. */
  of: object;
  /** What else decides the sound, e.g. the part of the signal. */
  part: string;
  config: SoundConfig;
  /** Radio frequency at the signal's centre, Hz, where it is known. */
  centre?: number;
  /** Name of the saved file, without its ending. */
  name: string;
  /** Asks the worker for the sound, which abandons the previous request; returns undefined when stopped. */
  make(onProgress: (share: number) => void): Promise<Sound | undefined>;
}

/** A sound and what was asked for. */
export interface Heard {
  request: SoundRequest;
  sound: Sound;
}

export interface PlayerState {
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
  /** True from the moment a person asks for the sound until it plays. */
  starting: boolean;
  playing: boolean;
  /** Seconds from the beginning. */
  position: number;
  /** Why the signal cannot become sound, and why the browser does not play it. */
  refusal?: string;
  silence?: string;
  failure?: Failure;
}

export const secondsOf = ({ samples, channels, rate }: Sound) => samples.length / channels / rate;

const keyOf = ({ part, config: { hearing, deemphasis, offset } }: SoundRequest) =>
  [part, hearing, deemphasis, offset].join(" ");
const alike = (a: SoundRequest, b: SoundRequest) => a.of === b.of && keyOf(a) === keyOf(b);

/** The playing sound: its nodes, and the audio context's time at its position 0. */
interface Voice {
  source: AudioBufferSourceNode;
  gain: GainNode;
  begun: number;
  sound: Sound;
}

/** Number of sounds that are kept, so that switching between them prepares none again. */
const MOST_KEPT = 4;
/** Duration of fades, s: shorter ones click. */
const FADE = 0.015;
/** Interval between updates of the position, ms. */
const TICK_MS = 60;
/** Wait after a change of the station, ms, so that dragging does not demodulate at every step. */
const TUNING_MS = 150;

/** The gain of a volume: a square, since loudness is roughly logarithmic. */
const loudness = (volume: number) => volume ** 2;

export type Player = ReturnType<typeof createPlayer>;

/**
 * Returns the player of a lab. It prepares sound when a person asks for it, plays, seeks and saves it, and stops when a person leaves
 * the lab.
 *
 * @param wanted The sound that the lab wants now; undefined while there is no signal.
 */
export function createPlayer(wanted: () => SoundRequest | undefined) {
  const use = create<PlayerState>()(() => ({
    deemphasis: "50",
    volume: 0.5,
    loop: true,
    starting: false,
    playing: false,
    position: 0,
  }));
  let kept: Heard[] = [];
  let asked = 0;
  /** True while a person waits for the sound that is to be saved. A change of the station meanwhile changes that sound. */
  let saving = false;
  let context: AudioContext | undefined;
  let output: GainNode | undefined;
  let voice: Voice | undefined;
  let ticking = 0;
  let tuning = 0;

  /** Prepares the wanted sound; undefined where there is no signal, and where a newer call has replaced this one. */
  async function makeSound(): Promise<Heard | undefined> {
    const request = wanted();
    if (!request) {
      giveUp();
      return undefined;
    }
    const mine = ++asked;
    const isLast = () => mine === asked;
    use.setState({ failure: undefined });
    try {
      const heard = kept.find((one) => alike(one.request, request)) ?? (await listen(request, isLast));
      if (!isLast()) return undefined;
      use.setState({ stopped: heard === undefined });
      if (!heard) {
        giveUp();
        return undefined;
      }
      const others = kept.filter(({ request: one }) => one.of === request.of && !alike(one, request));
      kept = [heard, ...others].slice(0, MOST_KEPT);
      use.setState({ heard, refusal: undefined, failure: undefined });
      if (saving) void write(heard);
      saving = false;
      return heard;
    } catch (error) {
      if (!isLast()) return undefined;
      giveUp();
      stop();
      if (error instanceof Error && error.name === "RangeError") {
        use.setState({ heard: undefined, refusal: withoutPlace(error), failure: undefined });
      } else if (!isWorkerLoss(error)) {
        use.setState({ failure: describeFailure("The signal could not be made audible.", error) });
      }
      return undefined;
    } finally {
      if (isLast()) use.setState({ listening: undefined });
    }
  }

  /** The person waits for no sound any more. */
  function giveUp(): void {
    use.setState({ starting: false });
    saving = false;
  }

  async function listen(request: SoundRequest, isLast: () => boolean): Promise<Heard | undefined> {
    const remaining = createRemainingTime();
    // The last progress message may arrive after the sound.
    let whole = false;
    use.setState({ listening: { progress: 0 }, stopped: false });
    const making = request.make((progress) => {
      if (whole || !isLast()) return;
      use.setState({ listening: { progress, remainingMs: remaining.at(performance.now(), progress) } });
    });
    const sound = await making.finally(() => (whole = true));
    return sound && { request, sound };
  }

  /** Plays from the position on and replaces what plays. Call it only after a person's click or key. */
  async function play(sound: Sound): Promise<void> {
    const opened = await openAudio();
    const { starting, playing } = use.getState();
    const silence = typeof opened === "string" ? opened : undefined;
    use.setState({ silence, starting: false });
    // A person may have stopped it before the browser started audio.
    if (typeof opened === "string" || !(starting || playing)) return;
    context = opened;
    if (!output) {
      output = context.createGain();
      output.connect(context.destination);
    }
    const { volume, loop, position } = use.getState();
    output.gain.value = loudness(volume);
    const { samples, channels, rate } = sound;
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
    const mine: Voice = { source, gain, begun: now - from, sound };
    voice = mine;
    source.addEventListener("ended", () => voice === mine && stop({ rewind: true }));
    use.setState({ playing: true });
    clearInterval(ticking);
    ticking = window.setInterval(() => use.setState({ position: positionNow() }), TICK_MS);
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

  function positionNow(): number {
    if (!voice || !context) return use.getState().position;
    const length = secondsOf(voice.sound);
    const at = Math.max(0, context.currentTime - voice.begun);
    return use.getState().loop ? at % length : Math.min(at, length);
  }

  function stop({ rewind = false } = {}): void {
    clearInterval(ticking);
    const position = rewind ? 0 : positionNow();
    fadeOut();
    use.setState({ playing: false, position });
  }

  async function write({ request: { name, config }, sound }: Heard): Promise<void> {
    const how = config.hearing === "as-is" ? "" : `-${config.hearing}`;
    try {
      const blob = await worker.ask("listening", "save", sound);
      download(`${name}${how}.wav`, blob, blob.type);
    } catch (error) {
      say(`The sound could not be saved. ${(error as Error).message}`, "warning");
    }
  }

  /** Prepares the wanted sound, and plays it where one plays or a person waits for it, at the same position. */
  async function prepare(): Promise<void> {
    const heard = await makeSound();
    if (!heard) return;
    use.setState({ position: Math.min(positionNow(), secondsOf(heard.sound)) });
    const { starting, playing } = use.getState();
    if (starting || playing) await play(heard.sound);
  }

  /** Replaces the sound after a change. */
  async function renew(): Promise<void> {
    const { heard, playing, starting } = use.getState();
    if (heard || playing || starting) await prepare();
  }

  useCurrentLab.subscribe(({ name }, before) => {
    if (name === before.name) return;
    use.setState({ starting: false });
    if (use.getState().playing) stop();
  });

  return {
    /** Its state, also as a hook. */
    use,
    stop,
    renew: () => void renew(),

    /**
     * Starts or stops playing. Prepares the sound first if needed, and stops a preparation that a person waits for. While the
     * sound of a new station is prepared without a request to play it, its sound is going to play.
     */
    async toggle(): Promise<void> {
      const { playing, listening, starting } = use.getState();
      use.setState({ starting: !playing && !starting });
      // At once: the worker may need a while to stop.
      if (playing) stop();
      if (playing || starting) {
        if (listening) await worker.stop();
      } else if (!listening) await prepare();
    },

    /** Renews the sound after a change of hearing or station; `soon` waits for a dragging hand. */
    retune(soon: boolean): void {
      use.setState({ refusal: undefined });
      clearTimeout(tuning);
      tuning = window.setTimeout(() => void renew(), soon ? TUNING_MS : 0);
    },

    /** Forgets all sounds: there is another signal. */
    forget(): void {
      stop({ rewind: true });
      asked++;
      giveUp();
      kept = [];
      use.setState({ heard: undefined, listening: undefined, refusal: undefined, failure: undefined, stopped: false });
    },

    setDeemphasis(deemphasis: SoundConfig["deemphasis"]): void {
      use.setState({ deemphasis });
      void renew();
    },

    setVolume(volume: number): void {
      use.setState({ volume });
      if (output && context) output.gain.setTargetAtTime(loudness(volume), context.currentTime, FADE);
    },

    setLoop(loop: boolean): void {
      const position = positionNow();
      use.setState({ loop, position });
      if (voice) void play(voice.sound);
    },

    /** Moves the playing position, s. */
    seek(position: number): void {
      const { heard } = use.getState();
      const length = heard ? secondsOf(heard.sound) : 0;
      use.setState({ position: Math.min(length, Math.max(0, position)) });
      if (voice) void play(voice.sound);
    },

    /** Saves the sound as a WAV file. */
    async save(): Promise<void> {
      saving = true;
      const heard = await makeSound();
      if (heard && use.getState().starting) await play(heard.sound);
    },
  };
}
