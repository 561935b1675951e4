import type { BlockFactory } from "../flow/block-factory.ts";
import { createMultiplyConstant } from "./arithmetic/multiply-constant.factory.ts";
import { createConstellationMapper } from "./bits-and-codes/constellation-mapper.factory.ts";
import { createDifferentialDecoder } from "./bits-and-codes/differential-decoder.factory.ts";
import { createDifferentialEncoder } from "./bits-and-codes/differential-encoder.factory.ts";
import { createSlicer } from "./bits-and-codes/slicer.factory.ts";
import { createSoftDemapper } from "./bits-and-codes/soft-demapper.factory.ts";
import { createConvolutionalEncoder } from "./bits-and-codes/convolutional-encoder.factory.ts";
import { createLdpcDecoder, createLdpcEncoder } from "./bits-and-codes/ldpc.factory.ts";
import { createTurboDecoder, createTurboEncoder } from "./bits-and-codes/turbo.factory.ts";
import { createViterbiDecoder } from "./bits-and-codes/viterbi-decoder.factory.ts";
import { createConstellationSink } from "./sinks/constellation-sink.factory.ts";
import { createErrorCounter } from "./sinks/error-counter.factory.ts";
import { createEyeSink } from "./sinks/eye-sink.factory.ts";
import { createHistogramSink } from "./sinks/histogram-sink.factory.ts";
import { createAudioSink, createFileSink, createFramesSink, createNullSink } from "./sinks/items.factory.ts";
import { createNumberSink } from "./sinks/number-sink.factory.ts";
import { createSpectrumSink, createWaterfallSink } from "./sinks/spectrum-sink.factory.ts";
import { createTimeSink } from "./sinks/time-sink.factory.ts";
import { createRandomBits } from "./sources/random-bits.factory.ts";
import {
  createMicrophoneSource,
  createPipeSource,
  createRadioSource,
  createRecordingSource,
} from "./sources/opened-sources.factory.ts";
import type { BlockName } from "./registry.ts";

/** One line per block. */
export const FACTORIES: Readonly<Record<BlockName, BlockFactory<never>>> = {
  "multiply-constant": createMultiplyConstant,
  "constellation-mapper": createConstellationMapper,
  "differential-decoder": createDifferentialDecoder,
  "differential-encoder": createDifferentialEncoder,
  slicer: createSlicer,
  "soft-demapper": createSoftDemapper,
  "convolutional-encoder": createConvolutionalEncoder,
  "ldpc-decoder": createLdpcDecoder,
  "ldpc-encoder": createLdpcEncoder,
  "turbo-decoder": createTurboDecoder,
  "turbo-encoder": createTurboEncoder,
  "viterbi-decoder": createViterbiDecoder,
  "audio-sink": createAudioSink,
  "constellation-sink": createConstellationSink,
  "error-counter": createErrorCounter,
  "eye-sink": createEyeSink,
  "file-sink": createFileSink,
  "frames-sink": createFramesSink,
  "histogram-sink": createHistogramSink,
  "null-sink": createNullSink,
  "number-sink": createNumberSink,
  "spectrum-sink": createSpectrumSink,
  "time-sink": createTimeSink,
  "waterfall-sink": createWaterfallSink,
  "microphone-source": createMicrophoneSource,
  "pipe-source": createPipeSource,
  "radio-source": createRadioSource,
  "recording-source": createRecordingSource,
  "random-bits": createRandomBits,
};
