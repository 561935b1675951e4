import type { BlockFactory } from "../flow/build/block-factory.ts";
import {
  createComplexToParts,
  createConjugate,
  createMagnitude,
  createPartsToComplex,
  createPhase,
} from "./arithmetic/complex-parts.plan.ts";
import { createAddConstant, createMultiplyConstant } from "./arithmetic/constants.plan.ts";
import { createIntegerToReal, createRealToInteger, createThreshold } from "./arithmetic/decisions.plan.ts";
import { createDelay } from "./arithmetic/delay.plan.ts";
import { createLogarithm } from "./arithmetic/logarithm.plan.ts";
import { createMixer } from "./arithmetic/mixer.plan.ts";
import { createAdd, createDivide, createMultiply, createSubtract } from "./arithmetic/pairwise.plan.ts";
import { createSchmittTrigger } from "./arithmetic/schmitt-trigger.plan.ts";
import { createConstellationMapper } from "./bits-and-codes/constellation-mapper.plan.ts";
import { createConvolutionalEncoder } from "./bits-and-codes/convolutional-encoder.plan.ts";
import { createDifferentialDecoder } from "./bits-and-codes/differential-decoder.plan.ts";
import { createDifferentialEncoder } from "./bits-and-codes/differential-encoder.plan.ts";
import { createLdpcDecoder, createLdpcEncoder } from "./bits-and-codes/ldpc.plan.ts";
import { createSlicer } from "./bits-and-codes/slicer.plan.ts";
import { createSoftDemapper } from "./bits-and-codes/soft-demapper.plan.ts";
import { createTurboDecoder, createTurboEncoder } from "./bits-and-codes/turbo.plan.ts";
import { createViterbiDecoder } from "./bits-and-codes/viterbi-decoder.plan.ts";
import { createAgc } from "./filters/agc.plan.ts";
import { createFftFilter, createFirFilter } from "./filters/fir-filter.plan.ts";
import { createIirFilter } from "./filters/iir-filter.plan.ts";
import { createDcBlocker, createDeEmphasis, createMovingAverage, createOnePole } from "./filters/smoothing.plan.ts";
import {
  createAmDemodulator,
  createQuadratureDemodulator,
  createStereoDecoder,
} from "./modulation/demodulators.plan.ts";
import { createFrequencyModulator } from "./modulation/frequency-modulator.plan.ts";
import { createComplexToPairs, createPairsToComplex } from "./rates/pairs.plan.ts";
import { createRationalResampler } from "./rates/rational-resampler.plan.ts";
import {
  createHead,
  createKeepOneInN,
  createRepeat,
  createSampleRate,
  createStreamToVector,
  createVectorToStream,
} from "./rates/regrouping.plan.ts";
import { createTelemetryReceiver } from "./receivers/telemetry-receiver.plan.ts";
import { createWifiReceiver } from "./receivers/wifi-receiver.plan.ts";
import { createConstellationSink } from "./sinks/constellation-sink.plan.ts";
import { createErrorCounter } from "./sinks/error-counter.plan.ts";
import { createEyeSink } from "./sinks/eye-sink.plan.ts";
import { createHistogramSink } from "./sinks/histogram-sink.plan.ts";
import { createAudioSink, createFileSink, createFramesSink, createNullSink } from "./sinks/items.plan.ts";
import { createNumberSink } from "./sinks/number-sink.plan.ts";
import { createSpectrumSink, createWaterfallSink } from "./sinks/spectrum-sink.plan.ts";
import { createTimeSink } from "./sinks/time-sink.plan.ts";
import { createChirpSource } from "./sources/chirp-source.plan.ts";
import { createListSource } from "./sources/list-source.plan.ts";
import { createNoiseSource } from "./sources/noise-source.plan.ts";
import {
  createMicrophoneSource,
  createPipeSource,
  createRadioSource,
  createRecordingSource,
} from "./sources/opened-sources.plan.ts";
import { createRandomBits } from "./sources/random-bits.plan.ts";
import { createSignalSource } from "./sources/signal-source.plan.ts";
import { createStationSource } from "./sources/station-source.plan.ts";
import { createTelemetrySource } from "./sources/telemetry-source.plan.ts";
import { createWifiSource } from "./sources/wifi-source.plan.ts";
import { createCorrelator } from "./synchronization/correlator.plan.ts";
import { createCostasLoop } from "./synchronization/costas-loop.plan.ts";
import { createSymbolSynchronizer } from "./synchronization/symbol-synchronizer.plan.ts";
import { createFft } from "./transforms/fft.plan.ts";
import { createPowerSpectrum } from "./transforms/power-spectrum.plan.ts";
import { createWindow } from "./transforms/window.plan.ts";
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
