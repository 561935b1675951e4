/**
 * Signals in a recording: finding, measuring, naming and decoding them, and making labelled recordings.
 *
 * @module
 */
export { type FindOptions, findSignals, type FoundPart } from "../core/signals/finding/finder.ts";
export type { Box, Detection, FoundSignal } from "../core/signals/detection.ts";
export { type MeasureOptions, measureRecording, type MeasuredPart } from "../core/signals/measuring/measure.ts";
export { SIGNAL_CLASSES, type SignalClass } from "../core/signals/classes.ts";
export { decodersFor } from "../core/signals/decoders/applicable.ts";
export { type DecodedPart, decodeRecording } from "../core/signals/decoders/decode.ts";
export type { DecodedFrame } from "../core/signals/decoders/decoder.ts";
export { DECODER_NAMES, type DecoderName, signalDecoders } from "../core/signals/decoders/registry.ts";
export { GENERATOR_DEFAULTS, type GeneratorOptions } from "../core/signals/generator/options.ts";
export { type MadeRecording, madeRecording } from "../core/signals/generator/recording.ts";
