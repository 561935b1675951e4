import { create } from "zustand";
import type { Report } from "#core/flow/build/block-factory.ts";
import type { AudioRingStatus } from "./audio-ring.ts";
// oxlint-disable-next-line import/default -- Vite makes this address of the built module.
import workletUrl from "./audio-worklet.ts?worker&url";

/** The sound of one audio block. */
export interface SoundStatus extends AudioRingStatus {
  hz: number;
  channels: number;
}

interface AudioStore {
  /** By the block's id. */
  sounds: Readonly<Record<string, SoundStatus>>;
  /** 0 to 1. */
  volume: number;
  isMuted: boolean;
  /** Why nothing can be heard. */
  silence?: string;
}

export const useAudio = create<AudioStore>()(() => ({ sounds: {}, volume: 0.5, isMuted: false }));

interface Voice {
  hz: number;
  channels: number;
  context: AudioContext;
  gain: GainNode;
  /** Undefined until the worklet is loaded. */
  port?: MessagePort;
  /** Sound that waits for the worklet. */
  early: Float32Array[];
}

/** Most chunks that wait for the worklet. */
const MOST_EARLY = 64;

const voices = new Map<string, Voice>();

/** The gain of a volume: a square, since loudness is roughly logarithmic. */
const gainNow = () => {
  const { volume, isMuted } = useAudio.getState();
  return isMuted ? 0 : volume ** 2;
};

/** Loads the player's module. It comes from the page's own address, as the policy wants. */
export const loadWorklet = (context: AudioContext) => context.audioWorklet.addModule(workletUrl);

/**
 * Plays a report of an audio block, after those before it. The first one opens the loudspeaker: a person has pressed
 * “Run” by then, without which browsers play nothing.
 */
export function playReport(block: string, { samples, channels, hz }: Extract<Report, { kind: "audio" }>): void {
  let voice = voices.get(block);
  if (voice && (voice.hz !== hz || voice.channels !== channels)) {
    close(block, voice);
    voice = undefined;
  }
  voice ??= open(block, hz, channels);
  if (voice?.port) voice.port.postMessage(samples, []);
  else if (voice && voice.early.length < MOST_EARLY) voice.early.push(samples);
}

function open(block: string, hz: number, channels: number): Voice | undefined {
  try {
    // A context of this rate: the browser converts to the rate of the loudspeaker.
    const context = new AudioContext({ sampleRate: hz, latencyHint: "interactive" });
    const gain = context.createGain();
    gain.gain.value = gainNow();
    gain.connect(context.destination);
    const voice: Voice = { hz, channels, context, gain, early: [] };
    voices.set(block, voice);
    void begin(block, voice).catch((error: Error) => {
      useAudio.setState({ silence: `This computer cannot play sound (${error.message}).` });
    });
    return voice;
  } catch (error) {
    useAudio.setState({ silence: `This computer cannot play sound (${(error as Error).message}).` });
    return undefined;
  }
}

async function begin(block: string, voice: Voice): Promise<void> {
  const { context, gain, hz, channels } = voice;
  await loadWorklet(context);
  if (voices.get(block) !== voice) return;
  const node = new AudioWorkletNode(context, "graph-player", {
    numberOfInputs: 0,
    outputChannelCount: [channels],
    processorOptions: { channels },
  });
  node.port.addEventListener("message", ({ data }: MessageEvent<AudioRingStatus>) => {
    if (voices.get(block) !== voice) return;
    useAudio.setState(({ sounds }) => ({ sounds: { ...sounds, [block]: { ...data, hz, channels } } }));
  });
  node.port.start();
  node.connect(gain);
  voice.port = node.port;
  for (const samples of voice.early.splice(0)) node.port.postMessage(samples, []);
  // Browsers may hold a context back until a click.
  const report = () => useAudio.setState({ silence: context.state === "suspended" ? BLOCKED : undefined });
  context.addEventListener("statechange", report);
  await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, 1000))]);
  report();
}

const BLOCKED = "The browser blocks sound from this page. Allow sound, and press “Play sound”.";

/** Lets a blocked sound begin: call it after a click. */
export function unblockAudio(): void {
  for (const { context } of voices.values()) void context.resume();
}

/** Ends all sounds, at the end of a run. What waits is thrown away. */
export function stopAudio(): void {
  for (const [block, voice] of voices) close(block, voice);
  useAudio.setState({ sounds: {}, silence: undefined });
}

function close(block: string, { context }: Voice): void {
  voices.delete(block);
  void context.close();
}

/** Holds the loudspeaker while the run is paused, so that a pause counts as no underrun. */
export function holdAudio(isHeld: boolean): void {
  for (const { context } of voices.values()) void (isHeld ? context.suspend() : context.resume());
}

export function setVolume(change: Partial<Pick<AudioStore, "volume" | "isMuted">>): void {
  useAudio.setState(change);
  for (const { gain, context } of voices.values()) gain.gain.setTargetAtTime(gainNow(), context.currentTime, 0.015);
}
