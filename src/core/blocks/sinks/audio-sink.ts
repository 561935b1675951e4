import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { inputNames } from "./time-sink.ts";

/** Rates that a browser's audio output can take, Hz. */
export const AUDIO_RATES = { least: 3000, most: 384_000 };

const fields = {
  channels: field.whole("Channels", "1: mono. 2: stereo.", { default: 1, min: 1, max: 2 }),
  volume: field.number(
    "Gain",
    "A factor for each sample, also in a saved file. The volume of the loudspeaker is beside the sound.",
    { default: 1, change: "set", min: 0, max: 10, step: 0.1 },
  ),
  rate: field.number("Sample rate", "The rate of the input, used where no source names another one.", {
    default: 48_000,
    unit: "Hz",
    min: AUDIO_RATES.least,
    max: AUDIO_RATES.most,
    step: 1000,
  }),
};

export type AudioSink = ValuesOf<typeof fields>;

export const audioSink = defineBlock({
  title: "Audio",
  category: "sinks",
  summary: "Plays real signals as sound: ±1 is full scale.",
  help: "With two channels, input a is left and input b is right. Louder samples are clipped. In the terminal the sound becomes a WAV file.",
  keywords: ["audio sink", "loudspeaker", "sound card", "speaker", "play"],
  fields,
  ports: ({ channels }) => ({ inputs: inputNames(channels).map((name) => ({ name, type: "real" })), outputs: [] }),
  plan: async () => (await import("./items.plan.ts")).createAudioSink,
});
