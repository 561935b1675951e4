import type { BlockType } from "../../flow/graph/block-type.ts";
import { inputNames } from "./time-sink.ts";

export interface AudioSink {
  channels: number;
  volume: number;
  rate: number;
}

/** Rates that a browser's audio output can take, Hz. */
export const AUDIO_RATES = { least: 3000, most: 384_000 };

export const audioSink: BlockType<AudioSink> = {
  title: "Audio",
  category: "sinks",
  summary: "Plays real signals as sound: ±1 is full scale.",
  help: "With two channels, input a is left and input b is right. Louder samples are clipped. In the terminal the sound becomes a WAV file.",
  keywords: ["audio sink", "loudspeaker", "sound card", "speaker", "play"],
  fields: {
    channels: {
      kind: "number",
      change: "rebuild",
      label: "Channels",
      unit: "",
      min: 1,
      max: 2,
      step: 1,
      integer: true,
      description: "1: mono. 2: stereo.",
    },
    volume: {
      kind: "number",
      change: "set",
      label: "Gain",
      unit: "",
      min: 0,
      max: 10,
      step: 0.1,
      description: "A factor for each sample, also in a saved file. The volume of the loudspeaker is beside the sound.",
    },
    rate: {
      kind: "number",
      change: "rebuild",
      label: "Sample rate",
      unit: "Hz",
      min: AUDIO_RATES.least,
      max: AUDIO_RATES.most,
      step: 1000,
      description: "The rate of the input, used where no source names another one.",
    },
  },
  defaults: { channels: 1, volume: 1, rate: 48_000 },
  ports: ({ channels }) => ({
    inputs: inputNames(channels).map((name) => ({ name, type: "real" })),
    outputs: [],
  }),
  plan: async () => (await import("./items.plan.ts")).createAudioSink,
};
