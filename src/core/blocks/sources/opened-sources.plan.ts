import type { SourceBlock } from "../../flow/build/block-factory.ts";
import type { MicrophoneSource } from "./microphone-source.ts";
import type { PipeSource } from "./pipe-source.ts";
import type { RadioSource } from "./radio-source.ts";
import type { RecordingSource } from "./recording-source.ts";

/** Formats without a header for each type of items. */
const FORMATS: Readonly<Record<RecordingSource["type"], readonly RecordingSource["format"][]>> = {
  complex: ["file", "cf32_le"],
  real: ["file", "rf32_le"],
  integer: ["ri32_le", "ri16_le", "ri8", "ru8"],
  bits: ["ru8"],
};

/** @throws RangeError unless the last sample is behind the first one, and for a format that does not hold the type. */
export function createRecordingSource(parameters: RecordingSource): SourceBlock {
  const { type, format, rate, from, to } = parameters;
  if (!FORMATS[type].includes(format)) {
    throw new RangeError(`Items of type ${type} have the formats ${FORMATS[type].join(", ")}, got ${format}`);
  }
  if (to > 0 && to <= from) {
    throw new RangeError(`To must be larger than From, ${from}, or 0 for the end of the recording; got ${to}`);
  }
  return { kind: "source", type, hz: rate || undefined, needs: "recording", request: { ...parameters } };
}

export function createRadioSource(parameters: RadioSource): SourceBlock {
  return { kind: "source", type: "complex", hz: parameters.rate, needs: "radio", request: { ...parameters } };
}

export function createMicrophoneSource(parameters: MicrophoneSource): SourceBlock {
  const { type, rate } = parameters;
  return { kind: "source", type, hz: rate, needs: "microphone", request: { ...parameters } };
}

export function createPipeSource(parameters: PipeSource): SourceBlock {
  const { format, rate } = parameters;
  const type = format.startsWith("c") ? "complex" : "real";
  return { kind: "source", type, hz: rate || undefined, needs: "pipe", request: { ...parameters } };
}
