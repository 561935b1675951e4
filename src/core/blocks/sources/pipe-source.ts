import type { BlockType } from "../../flow/graph/block-type.ts";

export const PIPE_FORMATS = ["cf32_le", "ci16_le", "ci8", "cu8", "rf32_le", "ri16_le"] as const;

/** What the opener of a pipe is asked for, too. */
export interface PipeSource {
  format: (typeof PIPE_FORMATS)[number];
  rate: number;
}

export const pipeSource: BlockType<PipeSource> = {
  title: "Pipe",
  category: "sources",
  summary: "Reads samples from the standard input of the command.",
  help: "Another program writes the samples, e.g. rtl_sdr with cu8 or hackrf_transfer with ci8. A pipe exists in the terminal only.",
  keywords: ["stdin", "file descriptor source", "rtl_sdr", "standard input"],
  fields: {
    format: {
      kind: "choice",
      change: "rebuild",
      label: "Format",
      choices: PIPE_FORMATS,
      description: "SigMF's name of the sample type. The first letter tells complex (c) from real (r) samples.",
    },
    rate: {
      kind: "number",
      change: "rebuild",
      label: "Sample rate",
      unit: "Hz",
      min: 0,
      max: 1e12,
      step: 1e5,
      description: "Samples per second. 0: unknown.",
    },
  },
  defaults: { format: "cf32_le", rate: 0 },
  ports: ({ format }) => ({
    inputs: [],
    outputs: [{ name: "out", type: format.startsWith("c") ? "complex" : "real" }],
  }),
  plan: async () => (await import("./opened-sources.plan.ts")).createPipeSource,
};
