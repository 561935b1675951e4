import type { DefinedBlock } from "../flow/graph/block-type.ts";
import { complexToParts, conjugate, magnitude, partsToComplex, phase } from "./arithmetic/complex-parts.ts";
import { addConstant, multiplyConstant } from "./arithmetic/constants.ts";
import { integerToReal, realToInteger, threshold } from "./arithmetic/decisions.ts";
import { delay } from "./arithmetic/delay.ts";
import { logarithm } from "./arithmetic/logarithm.ts";
import { mixer } from "./arithmetic/mixer.ts";
import { add, divide, multiply, subtract } from "./arithmetic/pairwise.ts";
import { schmittTrigger } from "./arithmetic/schmitt-trigger.ts";
import { constellationMapper } from "./bits-and-codes/constellation-mapper.ts";
import { convolutionalEncoder } from "./bits-and-codes/convolutional-encoder.ts";
import { differentialDecoder } from "./bits-and-codes/differential-decoder.ts";
import { differentialEncoder } from "./bits-and-codes/differential-encoder.ts";
import { ldpcDecoder, ldpcEncoder } from "./bits-and-codes/ldpc.ts";
import { slicer } from "./bits-and-codes/slicer.ts";
import { softDemapper } from "./bits-and-codes/soft-demapper.ts";
import { turboDecoder, turboEncoder } from "./bits-and-codes/turbo.ts";
import { viterbiDecoder } from "./bits-and-codes/viterbi-decoder.ts";
import { adaptiveEqualizer, decisionFeedbackEqualizer } from "./filters/adaptive-equalizer.ts";
import { agc } from "./filters/agc.ts";
import { fftFilter, firFilter } from "./filters/fir-filter.ts";
import { iirFilter } from "./filters/iir-filter.ts";
import { mlse } from "./filters/mlse.ts";
import { multipathChannel } from "./filters/multipath-channel.ts";
import { dcBlocker, deEmphasis, movingAverage, onePole } from "./filters/smoothing.ts";
import { amDemodulator, quadratureDemodulator, stereoDecoder } from "./modulation/demodulators.ts";
import { frequencyModulator } from "./modulation/frequency-modulator.ts";
import { complexToPairs, pairsToComplex } from "./rates/pairs.ts";
import { rationalResampler } from "./rates/rational-resampler.ts";
import { head, keepOneInN, repeat, sampleRate, streamToVector, vectorToStream } from "./rates/regrouping.ts";
import { signalDecoder } from "./receivers/signal-decoder.ts";
import { telemetryReceiver } from "./receivers/telemetry-receiver.ts";
import { wifiReceiver } from "./receivers/wifi-receiver.ts";
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
import { chirpSource } from "./sources/chirp-source.ts";
import { listSource } from "./sources/list-source.ts";
import { microphoneSource } from "./sources/microphone-source.ts";
import { noiseSource } from "./sources/noise-source.ts";
import { pipeSource } from "./sources/pipe-source.ts";
import { radioSource } from "./sources/radio-source.ts";
import { randomBits } from "./sources/random-bits.ts";
import { recordingSource } from "./sources/recording-source.ts";
import { signalSource } from "./sources/signal-source.ts";
import { stationSource } from "./sources/station-source.ts";
import { telemetrySource } from "./sources/telemetry-source.ts";
import { wifiSource } from "./sources/wifi-source.ts";
import { correlator } from "./synchronization/correlator.ts";
import { costasLoop } from "./synchronization/costas-loop.ts";
import { symbolSynchronizer } from "./synchronization/symbol-synchronizer.ts";
import { fft } from "./transforms/fft.ts";
import { powerSpectrum } from "./transforms/power-spectrum.ts";
import { window } from "./transforms/window.ts";

/**
 * The blocks of flow graphs, one line each. Each definition loads its kernels when a graph needs them: the page fetches none.
 *
 * @example
 * ```ts
 * import { BLOCKS } from "threeray/flow";
 *
 * console.log(BLOCKS["fir-filter"].title); // FIR filter
 * ```
 */
export const BLOCKS = {
  add,
  "add-constant": addConstant,
  "complex-to-parts": complexToParts,
  conjugate,
  delay,
  divide,
  "integer-to-real": integerToReal,
  logarithm,
  magnitude,
  mixer,
  multiply,
  "multiply-constant": multiplyConstant,
  "parts-to-complex": partsToComplex,
  phase,
  "real-to-integer": realToInteger,
  "schmitt-trigger": schmittTrigger,
  subtract,
  threshold,
  "constellation-mapper": constellationMapper,
  "convolutional-encoder": convolutionalEncoder,
  "differential-decoder": differentialDecoder,
  "differential-encoder": differentialEncoder,
  "ldpc-decoder": ldpcDecoder,
  "ldpc-encoder": ldpcEncoder,
  slicer,
  "soft-demapper": softDemapper,
  "turbo-decoder": turboDecoder,
  "turbo-encoder": turboEncoder,
  "viterbi-decoder": viterbiDecoder,
  "adaptive-equalizer": adaptiveEqualizer,
  agc,
  "dc-blocker": dcBlocker,
  "de-emphasis": deEmphasis,
  "decision-feedback-equalizer": decisionFeedbackEqualizer,
  "fft-filter": fftFilter,
  "fir-filter": firFilter,
  "iir-filter": iirFilter,
  "moving-average": movingAverage,
  mlse,
  "multipath-channel": multipathChannel,
  "one-pole": onePole,
  "am-demodulator": amDemodulator,
  "frequency-modulator": frequencyModulator,
  "quadrature-demodulator": quadratureDemodulator,
  "stereo-decoder": stereoDecoder,
  "complex-to-pairs": complexToPairs,
  head,
  "keep-one-in-n": keepOneInN,
  "pairs-to-complex": pairsToComplex,
  "rational-resampler": rationalResampler,
  repeat,
  "sample-rate": sampleRate,
  "stream-to-vector": streamToVector,
  "vector-to-stream": vectorToStream,
  "signal-decoder": signalDecoder,
  "telemetry-receiver": telemetryReceiver,
  "wifi-receiver": wifiReceiver,
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
  "chirp-source": chirpSource,
  "list-source": listSource,
  "microphone-source": microphoneSource,
  "noise-source": noiseSource,
  "pipe-source": pipeSource,
  "radio-source": radioSource,
  "random-bits": randomBits,
  "recording-source": recordingSource,
  "signal-source": signalSource,
  "station-source": stationSource,
  "telemetry-source": telemetrySource,
  "wifi-source": wifiSource,
  correlator: correlator,
  "costas-loop": costasLoop,
  "symbol-synchronizer": symbolSynchronizer,
  fft,
  "power-spectrum": powerSpectrum,
  window,
} satisfies Record<string, DefinedBlock>;

/** A name in `BLOCKS`. */
export type BlockName = keyof typeof BLOCKS;
