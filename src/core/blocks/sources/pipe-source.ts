import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { announced, typedPorts } from "../definition.ts";

export const PIPE_FORMATS = ["cf32_le", "ci16_le", "ci8", "cu8", "rf32_le", "ri16_le"] as const;

const fields = {
  format: field.choice(
    "Format",
    "SigMF's name of the sample type. The first letter tells complex (c) from real (r) samples.",
    PIPE_FORMATS,
    { default: "cf32_le" },
  ),
  rate: field.number("Sample rate", "Samples per second. 0: unknown.", {
    default: 0,
    unit: "Hz",
    min: 0,
    max: 1e12,
    step: 1e5,
  }),
};

/** What the opener of a pipe is asked for, too. */
export type PipeSource = ValuesOf<typeof fields>;

const itemsOf = (format: PipeSource["format"]) => (format.startsWith("c") ? "complex" : "real");

export const pipeSource = defineBlock({
  title: "Pipe",
  category: "sources",
  summary: "Reads samples from the standard input of the command.",
  help: "Another program writes the samples, e.g. rtl_sdr with cu8 or hackrf_transfer with ci8. A pipe exists in the terminal only.",
  keywords: ["stdin", "file descriptor source", "rtl_sdr", "standard input"],
  fields,
  ports: ({ format }) => typedPorts({}, { out: itemsOf(format) }),
  create: (request) => ({
    kind: "source",
    type: itemsOf(request.format),
    hz: announced(request),
    needs: "pipe",
    request,
  }),
});
