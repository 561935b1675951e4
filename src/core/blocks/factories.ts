import type { BlockFactory } from "../flow/build/block-factory.ts";
import {
  createComplexToParts,
  createConjugate,
  createMagnitude,
  createPartsToComplex,
  createPhase,
} from "./arithmetic/complex-parts.factory.ts";
import { createAddConstant, createMultiplyConstant } from "./arithmetic/constants.factory.ts";
import { createIntegerToReal, createRealToInteger, createThreshold } from "./arithmetic/decisions.factory.ts";
import { createDelay } from "./arithmetic/delay.factory.ts";
import { createLogarithm } from "./arithmetic/logarithm.factory.ts";
import { createMixer } from "./arithmetic/mixer.factory.ts";
import { createAdd, createDivide, createMultiply, createSubtract } from "./arithmetic/pairwise.factory.ts";
import { createSchmittTrigger } from "./arithmetic/schmitt-trigger.factory.ts";
import { createConstellationMapper } from "./bits-and-codes/constellation-mapper.factory.ts";
import { createConvolutionalEncoder } from "./bits-and-codes/convolutional-encoder.factory.ts";
import { createDifferentialDecoder } from "./bits-and-codes/differential-decoder.factory.ts";
import { createDifferentialEncoder } from "./bits-and-codes/differential-encoder.factory.ts";
import { createLdpcDecoder, createLdpcEncoder } from "./bits-and-codes/ldpc.factory.ts";
import { createSlicer } from "./bits-and-codes/slicer.factory.ts";
import { createSoftDemapper } from "./bits-and-codes/soft-demapper.factory.ts";
import { createTurboDecoder, createTurboEncoder } from "./bits-and-codes/turbo.factory.ts";
import { createViterbiDecoder } from "./bits-and-codes/viterbi-decoder.factory.ts";
import { createAgc } from "./filters/agc.factory.ts";
import { createFftFilter, createFirFilter } from "./filters/fir-filter.factory.ts";
import { createIirFilter } from "./filters/iir-filter.factory.ts";
import { createDcBlocker, createDeEmphasis, createMovingAverage, createOnePole } from "./filters/smoothing.factory.ts";
import {
  createAmDemodulator,
  createQuadratureDemodulator,
  createStereoDecoder,
} from "./modulation/demodulators.factory.ts";
import { createFrequencyModulator } from "./modulation/frequency-modulator.factory.ts";
import { createComplexToPairs, createPairsToComplex } from "./rates/pairs.factory.ts";
import { createRationalResampler } from "./rates/rational-resampler.factory.ts";
import {
  createHead,
  createKeepOneInN,
  createRepeat,
  createSampleRate,
  createStreamToVector,
  createVectorToStream,
} from "./rates/regrouping.factory.ts";
import { createTelemetryReceiver } from "./receivers/telemetry-receiver.factory.ts";
import { createWifiReceiver } from "./receivers/wifi-receiver.factory.ts";
import { createConstellationSink } from "./sinks/constellation-sink.factory.ts";
import { createErrorCounter } from "./sinks/error-counter.factory.ts";
import { createEyeSink } from "./sinks/eye-sink.factory.ts";
import { createHistogramSink } from "./sinks/histogram-sink.factory.ts";
import { createAudioSink, createFileSink, createFramesSink, createNullSink } from "./sinks/items.factory.ts";
import { createNumberSink } from "./sinks/number-sink.factory.ts";
import { createSpectrumSink, createWaterfallSink } from "./sinks/spectrum-sink.factory.ts";
import { createTimeSink } from "./sinks/time-sink.factory.ts";
import { createChirpSource } from "./sources/chirp-source.factory.ts";
import { createListSource } from "./sources/list-source.factory.ts";
import { createNoiseSource } from "./sources/noise-source.factory.ts";
import {
  createMicrophoneSource,
  createPipeSource,
  createRadioSource,
  createRecordingSource,
} from "./sources/opened-sources.factory.ts";
import { createRandomBits } from "./sources/random-bits.factory.ts";
import { createSignalSource } from "./sources/signal-source.factory.ts";
import { createStationSource } from "./sources/station-source.factory.ts";
import { createTelemetrySource } from "./sources/telemetry-source.factory.ts";
import { createWifiSource } from "./sources/wifi-source.factory.ts";
import { createCorrelator } from "./synchronization/correlator.factory.ts";
import { createCostasLoop } from "./synchronization/costas-loop.factory.ts";
import { createSymbolSynchronizer } from "./synchronization/symbol-synchronizer.factory.ts";
import { createFft } from "./transforms/fft.factory.ts";
import { createPowerSpectrum } from "./transforms/power-spectrum.factory.ts";
import { createWindow } from "./transforms/window.factory.ts";
import type { BlockName } from "./registry.ts";

/** One line per block. */
export const FACTORIES: Readonly<Record<BlockName, BlockFactory<never>>> = {
  add: createAdd,
  "add-constant": createAddConstant,
  "complex-to-parts": createComplexToParts,
  conjugate: createConjugate,
  delay: createDelay,
  divide: createDivide,
  "integer-to-real": createIntegerToReal,
  logarithm: createLogarithm,
  magnitude: createMagnitude,
  mixer: createMixer,
  multiply: createMultiply,
  "multiply-constant": createMultiplyConstant,
  "parts-to-complex": createPartsToComplex,
  phase: createPhase,
  "real-to-integer": createRealToInteger,
  "schmitt-trigger": createSchmittTrigger,
  subtract: createSubtract,
  threshold: createThreshold,
  "constellation-mapper": createConstellationMapper,
  "convolutional-encoder": createConvolutionalEncoder,
  "differential-decoder": createDifferentialDecoder,
  "differential-encoder": createDifferentialEncoder,
  "ldpc-decoder": createLdpcDecoder,
  "ldpc-encoder": createLdpcEncoder,
  slicer: createSlicer,
  "soft-demapper": createSoftDemapper,
  "turbo-decoder": createTurboDecoder,
  "turbo-encoder": createTurboEncoder,
  "viterbi-decoder": createViterbiDecoder,
  agc: createAgc,
  "dc-blocker": createDcBlocker,
  "de-emphasis": createDeEmphasis,
  "fft-filter": createFftFilter,
  "fir-filter": createFirFilter,
  "iir-filter": createIirFilter,
  "moving-average": createMovingAverage,
  "one-pole": createOnePole,
  "am-demodulator": createAmDemodulator,
  "frequency-modulator": createFrequencyModulator,
  "quadrature-demodulator": createQuadratureDemodulator,
  "stereo-decoder": createStereoDecoder,
  "complex-to-pairs": createComplexToPairs,
  head: createHead,
  "keep-one-in-n": createKeepOneInN,
  "pairs-to-complex": createPairsToComplex,
  "rational-resampler": createRationalResampler,
  repeat: createRepeat,
  "sample-rate": createSampleRate,
  "stream-to-vector": createStreamToVector,
  "vector-to-stream": createVectorToStream,
  "telemetry-receiver": createTelemetryReceiver,
  "wifi-receiver": createWifiReceiver,
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
  "chirp-source": createChirpSource,
  "list-source": createListSource,
  "microphone-source": createMicrophoneSource,
  "noise-source": createNoiseSource,
  "pipe-source": createPipeSource,
  "radio-source": createRadioSource,
  "random-bits": createRandomBits,
  "recording-source": createRecordingSource,
  "signal-source": createSignalSource,
  "station-source": createStationSource,
  "telemetry-source": createTelemetrySource,
  "wifi-source": createWifiSource,
  correlator: createCorrelator,
  "costas-loop": createCostasLoop,
  "symbol-synchronizer": createSymbolSynchronizer,
  fft: createFft,
  "power-spectrum": createPowerSpectrum,
  window: createWindow,
};
