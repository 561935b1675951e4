import type { BlockType } from "../../flow/graph/block-type.ts";

/** What the opener of a microphone is asked for, too. */
export interface MicrophoneSource {
  type: "real" | "complex";
  /** Samples/s. */
  rate: number;
}

export const microphoneSource: BlockType<MicrophoneSource> = {
  title: "Microphone or line in",
  category: "sources",
  summary: "Records sound from the computer's audio input.",
  help: "The input is opened only after a click. Complex samples take the left channel as real part and the right one as imaginary part, as receivers with a sound card need it.",
  keywords: ["audio source", "sound card", "line in"],
  fields: {
    type: {
      kind: "choice",
      change: "rebuild",
      label: "Type",
      choices: ["real", "complex"] satisfies MicrophoneSource["type"][],
      description: "Real: one channel. Complex: left and right.",
    },
    rate: {
      kind: "number",
      change: "rebuild",
      label: "Sample rate",
      unit: "Hz",
      min: 8000,
      max: 192_000,
      step: 1000,
      integer: true,
      description: "The browser converts the input to this rate.",
    },
  },
  defaults: { type: "real", rate: 48_000 },
  ports: ({ type }) => ({ inputs: [], outputs: [{ name: "out", type }] }),
  plan: async () => (await import("./opened-sources.plan.ts")).createMicrophoneSource,
};
