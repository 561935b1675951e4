import type { AnyBlockType } from "../flow/block-type.ts";
import { multiplyConstant } from "./arithmetic/multiply-constant.ts";
import { constellationMapper } from "./bits-and-codes/constellation-mapper.ts";
import { differentialDecoder } from "./bits-and-codes/differential-decoder.ts";
import { differentialEncoder } from "./bits-and-codes/differential-encoder.ts";
import { slicer } from "./bits-and-codes/slicer.ts";
import { softDemapper } from "./bits-and-codes/soft-demapper.ts";
import { convolutionalEncoder } from "./bits-and-codes/convolutional-encoder.ts";
import { ldpcDecoder, ldpcEncoder } from "./bits-and-codes/ldpc.ts";
import { turboDecoder, turboEncoder } from "./bits-and-codes/turbo.ts";
import { viterbiDecoder } from "./bits-and-codes/viterbi-decoder.ts";
import { audioSink } from "./sinks/audio-sink.ts";
import { constellationSink } from "./sinks/constellation-sink.ts";
import { errorCounter } from "./sinks/error-counter.ts";
import { eyeSink } from "./sinks/eye-sink.ts";
import { fileSink } from "./sinks/file-sink.ts";
import { framesSink } from "./sinks/frames-sink.ts";
import { histogramSink } from "./sinks/histogram-sink.ts";
import { nullSink } from "./sinks/null-sink.ts";
import { numberSink } from "./sinks/number-sink.ts";
import { spectrumSink, waterfallSink } from "./sinks/spectrum-sink.ts";
import { timeSink } from "./sinks/time-sink.ts";
import { microphoneSource } from "./sources/microphone-source.ts";
import { pipeSource } from "./sources/pipe-source.ts";
import { radioSource } from "./sources/radio-source.ts";
import { recordingSource } from "./sources/recording-source.ts";
import { randomBits } from "./sources/random-bits.ts";

/** The blocks of flow graphs, one line each. Their kernels are in `factories.ts`: the page fetches none of them. */
export const BLOCKS = {
  "multiply-constant": multiplyConstant,
  "constellation-mapper": constellationMapper,
  "differential-decoder": differentialDecoder,
  "differential-encoder": differentialEncoder,
  slicer: slicer,
  "soft-demapper": softDemapper,
  "convolutional-encoder": convolutionalEncoder,
  "ldpc-decoder": ldpcDecoder,
  "ldpc-encoder": ldpcEncoder,
  "turbo-decoder": turboDecoder,
  "turbo-encoder": turboEncoder,
  "viterbi-decoder": viterbiDecoder,
  "audio-sink": audioSink,
  "constellation-sink": constellationSink,
  "error-counter": errorCounter,
  "eye-sink": eyeSink,
  "file-sink": fileSink,
  "frames-sink": framesSink,
  "histogram-sink": histogramSink,
  "null-sink": nullSink,
  "number-sink": numberSink,
  "spectrum-sink": spectrumSink,
  "time-sink": timeSink,
  "waterfall-sink": waterfallSink,
  "microphone-source": microphoneSource,
  "pipe-source": pipeSource,
  "radio-source": radioSource,
  "recording-source": recordingSource,
  "random-bits": randomBits,
} satisfies Record<string, AnyBlockType>;

export type BlockName = keyof typeof BLOCKS;
