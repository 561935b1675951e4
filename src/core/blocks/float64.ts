import type { Float64Factory } from "../flow/build/block-factory.ts";
import {
  complexToPartsFloat64,
  conjugateFloat64,
  magnitudeFloat64,
  partsToComplexFloat64,
  phaseFloat64,
} from "./arithmetic/complex-parts.float64.ts";
import { addConstantFloat64, multiplyConstantFloat64 } from "./arithmetic/constants.float64.ts";
import { integerToRealFloat64, realToIntegerFloat64, thresholdFloat64 } from "./arithmetic/decisions.float64.ts";
import { delayFloat64 } from "./arithmetic/delay.float64.ts";
import { logarithmFloat64 } from "./arithmetic/logarithm.float64.ts";
import { mixerFloat64 } from "./arithmetic/mixer.float64.ts";
import { addFloat64, divideFloat64, multiplyFloat64, subtractFloat64 } from "./arithmetic/pairwise.float64.ts";
import { schmittTriggerFloat64 } from "./arithmetic/schmitt-trigger.float64.ts";
import { constellationMapperFloat64 } from "./bits-and-codes/constellation-mapper.float64.ts";
import { convolutionalEncoderFloat64 } from "./bits-and-codes/convolutional-encoder.float64.ts";
import { differentialDecoderFloat64 } from "./bits-and-codes/differential-decoder.float64.ts";
import { differentialEncoderFloat64 } from "./bits-and-codes/differential-encoder.float64.ts";
import { ldpcDecoderFloat64, ldpcEncoderFloat64 } from "./bits-and-codes/ldpc.float64.ts";
import { slicerFloat64 } from "./bits-and-codes/slicer.float64.ts";
import { softDemapperFloat64 } from "./bits-and-codes/soft-demapper.float64.ts";
import { turboDecoderFloat64, turboEncoderFloat64 } from "./bits-and-codes/turbo.float64.ts";
import { viterbiDecoderFloat64 } from "./bits-and-codes/viterbi-decoder.float64.ts";
import { agcFloat64 } from "./filters/agc.float64.ts";
import { fftFilterFloat64, firFilterFloat64 } from "./filters/fir-filter.float64.ts";
import { iirFilterFloat64 } from "./filters/iir-filter.float64.ts";
import {
  dcBlockerFloat64,
  deEmphasisFloat64,
  movingAverageFloat64,
  onePoleFloat64,
} from "./filters/smoothing.float64.ts";
import {
  amDemodulatorFloat64,
  quadratureDemodulatorFloat64,
  stereoDecoderFloat64,
} from "./modulation/demodulators.float64.ts";
import { frequencyModulatorFloat64 } from "./modulation/frequency-modulator.float64.ts";
import { complexToPairsFloat64, pairsToComplexFloat64 } from "./rates/pairs.float64.ts";
import { rationalResamplerFloat64 } from "./rates/rational-resampler.float64.ts";
import {
  headFloat64,
  keepOneInNFloat64,
  repeatFloat64,
  sampleRateFloat64,
  streamToVectorFloat64,
  vectorToStreamFloat64,
} from "./rates/regrouping.float64.ts";
import { telemetryReceiverFloat64 } from "./receivers/telemetry-receiver.float64.ts";
import { wifiReceiverFloat64 } from "./receivers/wifi-receiver.float64.ts";
import { chirpSourceFloat64 } from "./sources/chirp-source.float64.ts";
import { listSourceFloat64 } from "./sources/list-source.float64.ts";
import { noiseSourceFloat64 } from "./sources/noise-source.float64.ts";
import { randomBitsFloat64 } from "./sources/random-bits.float64.ts";
import { signalSourceFloat64 } from "./sources/signal-source.float64.ts";
import { stationSourceFloat64 } from "./sources/station-source.float64.ts";
import { telemetrySourceFloat64 } from "./sources/telemetry-source.float64.ts";
import { wifiSourceFloat64 } from "./sources/wifi-source.float64.ts";
import { correlatorFloat64 } from "./synchronization/correlator.float64.ts";
import { costasLoopFloat64 } from "./synchronization/costas-loop.float64.ts";
import { symbolSynchronizerFloat64 } from "./synchronization/symbol-synchronizer.float64.ts";
import { fftFloat64 } from "./transforms/fft.float64.ts";
import { powerSpectrumFloat64 } from "./transforms/power-spectrum.float64.ts";
import { windowFloat64 } from "./transforms/window.float64.ts";
import type { BlockName } from "./registry.ts";

/** One line per block. Sinks, and sources that somebody opens, have none. */
export const FLOAT64: Readonly<Partial<Record<BlockName, Float64Factory<never>>>> = {
  add: addFloat64,
  "add-constant": addConstantFloat64,
  "complex-to-parts": complexToPartsFloat64,
  conjugate: conjugateFloat64,
  delay: delayFloat64,
  divide: divideFloat64,
  "integer-to-real": integerToRealFloat64,
  logarithm: logarithmFloat64,
  magnitude: magnitudeFloat64,
  mixer: mixerFloat64,
  multiply: multiplyFloat64,
  "multiply-constant": multiplyConstantFloat64,
  "parts-to-complex": partsToComplexFloat64,
  phase: phaseFloat64,
  "real-to-integer": realToIntegerFloat64,
  "schmitt-trigger": schmittTriggerFloat64,
  subtract: subtractFloat64,
  threshold: thresholdFloat64,
  "constellation-mapper": constellationMapperFloat64,
  "convolutional-encoder": convolutionalEncoderFloat64,
  "differential-decoder": differentialDecoderFloat64,
  "differential-encoder": differentialEncoderFloat64,
  "ldpc-decoder": ldpcDecoderFloat64,
  "ldpc-encoder": ldpcEncoderFloat64,
  slicer: slicerFloat64,
  "soft-demapper": softDemapperFloat64,
  "turbo-decoder": turboDecoderFloat64,
  "turbo-encoder": turboEncoderFloat64,
  "viterbi-decoder": viterbiDecoderFloat64,
  agc: agcFloat64,
  "dc-blocker": dcBlockerFloat64,
  "de-emphasis": deEmphasisFloat64,
  "fft-filter": fftFilterFloat64,
  "fir-filter": firFilterFloat64,
  "iir-filter": iirFilterFloat64,
  "moving-average": movingAverageFloat64,
  "one-pole": onePoleFloat64,
  "am-demodulator": amDemodulatorFloat64,
  "frequency-modulator": frequencyModulatorFloat64,
  "quadrature-demodulator": quadratureDemodulatorFloat64,
  "stereo-decoder": stereoDecoderFloat64,
  "complex-to-pairs": complexToPairsFloat64,
  head: headFloat64,
  "keep-one-in-n": keepOneInNFloat64,
  "pairs-to-complex": pairsToComplexFloat64,
  "rational-resampler": rationalResamplerFloat64,
  repeat: repeatFloat64,
  "sample-rate": sampleRateFloat64,
  "stream-to-vector": streamToVectorFloat64,
  "vector-to-stream": vectorToStreamFloat64,
  "telemetry-receiver": telemetryReceiverFloat64,
  "wifi-receiver": wifiReceiverFloat64,
  "chirp-source": chirpSourceFloat64,
  "list-source": listSourceFloat64,
  "noise-source": noiseSourceFloat64,
  "random-bits": randomBitsFloat64,
  "signal-source": signalSourceFloat64,
  "station-source": stationSourceFloat64,
  "telemetry-source": telemetrySourceFloat64,
  "wifi-source": wifiSourceFloat64,
  correlator: correlatorFloat64,
  "costas-loop": costasLoopFloat64,
  "symbol-synchronizer": symbolSynchronizerFloat64,
  fft: fftFloat64,
  "power-spectrum": powerSpectrumFloat64,
  window: windowFloat64,
};
