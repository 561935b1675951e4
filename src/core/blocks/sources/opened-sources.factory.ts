import type { SourceBlock } from "../../flow/block-factory.ts";
import type { MicrophoneSource } from "./microphone-source.ts";
import type { PipeSource } from "./pipe-source.ts";
import type { RadioSource } from "./radio-source.ts";
import type { RecordingSource } from "./recording-source.ts";

/** @throws RangeError unless the last sample is behind the first one. */
export function createRecordingSource(parameters: RecordingSource): SourceBlock {
  const { type, rate, from, to } = parameters;
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
