import type { Gpu } from "../../gpu/device.ts";
import { readBack } from "../../gpu/readback.ts";
import { ERROR_ONE } from "../counting/errors.ts";
import { nearestPoint } from "../../constellation/constellation.ts";
import { pulseTaps } from "../channel/pulse.ts";
import { decisionTables } from "../decision.ts";
import { type AdaptiveEqualizerName, ADAPTIVE_EQUALIZERS, type EqualizerInfo } from "../equalizers.ts";
import { MODULATIONS, modulationPoints } from "../modulations.ts";
import { type AdaptiveChain, createAdaptiveChain, type ReceiverCounts } from "./chain.ts";
import {
  type AdaptiveExperiment,
  type AdaptivePointDb,
  channelOf,
  type ExperimentChannel,
  feedbackTapsOf,
  raysOf,
} from "./experiment.ts";
import type { EqualizerStage } from "./factories.ts";
import { equalizerDelay, type FixedName, knownChannel, knownTaps, startOf } from "./known-taps.ts";
import { type ErrorBowl, errorBowl, meanPath, type TapPair, tapPath } from "./figures/bowl.ts";
import { EYE_FINENESS, type EyeTraces, eyeTraces, interpolator } from "./figures/eye.ts";
import { sequenceTrellis, type SequenceTrellis } from "./figures/survivors.ts";
import { learningBin, learningCurve, learningSums, shownPoint } from "./learning.ts";
import { strongestTap } from "./symbol-response.ts";
import { channelZeros, combinedTaps, type JoinedTaps, powerResponseDb, residualDb } from "./responses.ts";

/** The taps of an equalizer at a packet's end. */
export interface ShownTaps extends JoinedTaps {
  /** |C|², dB, over `frequency`. */
  responseDb: Float64Array<ArrayBuffer>;
  /** Channel and equalizer together, with the feedback of right decisions; null if the channel turns. */
  combined: {
    taps: Float64Array<ArrayBuffer>;
    responseDb: Float64Array<ArrayBuffer>;
    /** Interference that is left, relative to the decided symbol. */
    residualDb: number;
  } | null;
}

/** One packet after an equalizer. */
export interface EqualizedPacket {
  equalizer: AdaptiveEqualizerName;
  /** Estimates z as decisions see them, of the symbols after the training, upright; complex. */
  points: Float32Array<ArrayBuffer>;
  /** Wrong bits after the training. */
  errors: number;
  bits: number;
  diverged: boolean;
  /** E|a − z|² of the last quarter; null for those that detect sequences, and of a packet that diverged. */
  steadyMse: number | null;
  /** |a − z|² of each bin of symbols; null as above. */
  mse: number[] | null;
  /** Undefined for those without taps, and where they diverged. */
  taps: ShownTaps | undefined;
  /** Wrong symbols after the training; null of loaded carriers, which send others. */
  wrong: number[] | null;
  /** Null for those that detect sequences, of carriers, and of a packet that diverged. */
  eye: EyeTraces | null;
}

/** The paths of two real taps through a packet. */
export interface BowlPaths extends ErrorBowl {
  paths: { equalizer: AdaptiveEqualizerName; taps: TapPair[] }[];
  /** The mean taps of LMS by theory. */
  mean: TapPair[] | undefined;
}

/** One packet, before and after each equalizer. */
export interface AdaptivePacket extends AdaptivePointDb {
  packet: number;
  /** Symbols per bin of `mse`. */
  bin: number;
  /** Received samples, the first of each symbol after the training; complex. */
  received: Float32Array<ArrayBuffer>;
  /** The constellation, complex. */
  ideal: number[];
  samplesPerSymbol: number;
  /** Cycles per symbol of the responses. */
  frequency: Float64Array<ArrayBuffer>;
  /** The packet's channel; null if it turns. */
  channel: {
    taps: Float64Array<ArrayBuffer>;
    responseDb: Float64Array<ArrayBuffer>;
    /** Complex, in pairs. */
    zeros: Float64Array<ArrayBuffer>;
  } | null;
  equalizers: EqualizedPacket[];
  /** Before the equalizers, turned and scaled by the strongest tap of a channel at rest. */
  eye: EyeTraces;
  /** Null unless two real taps equalize a real channel. */
  bowl: BowlPaths | null;
}

/** Most points of a constellation, which are the packet's last ones. */
const MOST_POINTS = 1024;
/** Intervals of the responses. */
const FREQUENCIES = 256;

/** One packet of the sweep. */
export interface OnePacketQuery {
  ebn0Db: number;
  packet: number;
}

/** Returns a packet of the sweep at an Eb/N0. */
export async function packet(
  { device }: Gpu,
  config: AdaptiveExperiment,
  query: OnePacketQuery,
): Promise<AdaptivePacket> {
  const bin = learningBin(config);
  return withPacket(device, { ...config, learning: bin }, query, (read) => {
    const { counted, point, channel, points, known } = read;
    const { symbols, training, modulation } = config;
    const { guard, samplesPerSymbol, received } = read;
    const drawn = Math.min(MOST_POINTS, symbols - training);
    const first = symbols - drawn;
    const frequency = Float64Array.from(
      { length: FREQUENCIES + 1 },
      (_, i) => samplesPerSymbol * (i / FREQUENCIES - 0.5),
    );
    const perSample = frequency.map((cycles) => cycles / samplesPerSymbol);
    return {
      ...point,
      packet: query.packet,
      bin,
      received: Float32Array.from(
        { length: 2 * drawn },
        (_, i) => received[2 * samplesPerSymbol * (guard + first + (i >> 1)) + (i % 2)],
      ),
      ideal: [...points],
      samplesPerSymbol,
      frequency,
      channel: channel && {
        taps: channel,
        responseDb: powerResponseDb(channel, perSample),
        zeros: Float64Array.from(channelZeros(channel).flatMap(({ re, im }) => [re, im])),
      },
      eye: receivedEye(read, config),
      bowl: bowlOf(read, config),
      equalizers: config.equalizers.map((equalizer, i): EqualizedPacket => {
        const own = read.equalizers[i];
        const { mse, diverged, errors } = learningCurve(equalizer, learningSums(counted[i], 1));
        const hasDiverged = diverged > 0;
        const joined = hasDiverged ? undefined : tapsOf(equalizer, own.finalTaps, config, known, point.snrDb);
        return {
          equalizer,
          points: own.estimates.subarray(2 * first),
          errors,
          bits: (symbols - training) * MODULATIONS[modulation],
          diverged: hasDiverged,
          steadyMse: mse && counted[i].counts[3] / ERROR_ONE,
          mse,
          taps: joined && withResponses(joined, channel, perSample, samplesPerSymbol),
          wrong: equalizer === "ofdm-loaded" ? null : wrongOf(own, read, config),
          eye:
            hasDiverged || infoOf(equalizer).kind === "sequence" || MULTICARRIER.has(equalizer)
              ? null
              : estimatesEye(own, read, config),
        };
      }),
    };
  });
}

/** Returns steps of the trellis of MLSE in a packet. */
export const trellis = (
  { device }: Gpu,
  config: AdaptiveExperiment,
  query: OnePacketQuery & { from: number; steps: number },
): Promise<SequenceTrellis> =>
  withPacket(
    device,
    { ...config, equalizers: ["mlse"] },
    query,
    ({ received, sent, guard, points, channel, equalizers }) => {
      const [{ estimates }] = equalizers;
      const decided = Array.from({ length: estimates.length / 2 }, (_, k) => labelAt(points, estimates, k));
      return sequenceTrellis({ received, sent, decided, guard }, { taps: channel!, points }, query);
    },
  );

const labelAt = (points: Float64Array, estimates: ArrayLike<number>, k: number) =>
  nearestPoint(points, estimates[2 * k], estimates[2 * k + 1]).label;

/** Equalizers whose symbols are carriers. */
const MULTICARRIER: ReadonlySet<string> = new Set(["ofdm", "ofdm-loaded"]);

/** Runs a chain on one packet, and gives what it has sent, received and estimated. */
async function withPacket<T>(
  device: GPUDevice,
  config: AdaptiveExperiment,
  { ebn0Db, packet: number }: OnePacketQuery,
  use: (read: ReadPacket) => T,
): Promise<T> {
  // These are figures of the equalizer, before a decoder.
  const chain = await createAdaptiveChain(device, { ...config, outer: "1" }, 1);
  try {
    const point = shownPoint(config, ebn0Db);
    chain.setBatch({ firstPacket: number, snrDb: point.snrDb });
    const counted = await chain.run();
    const known = channelOf(config);
    const read = await readPacket(device, chain, config);
    const { guard, samplesPerSymbol } = chain.batch;
    const points = modulationPoints(config.modulation);
    return use({
      ...read,
      channel: known.turns ? null : read.taps,
      counted,
      point,
      known,
      guard,
      samplesPerSymbol,
      points,
    });
  } finally {
    chain.destroy();
  }
}

interface ReadPacket extends Awaited<ReturnType<typeof readPacket>> {
  counted: ReceiverCounts[];
  point: AdaptivePointDb;
  known: ExperimentChannel;
  /** The packet's taps; null if they turn. */
  channel: Float64Array<ArrayBuffer> | null;
  points: Float64Array;
  guard: number;
  samplesPerSymbol: 1 | 2;
}

/** Reads a chain of one packet: rows of one column are contiguous. */
async function readPacket(device: GPUDevice, { batch, branches }: AdaptiveChain, config: AdaptiveExperiment) {
  const equalizers = branches.map(({ equalizer }) => equalizer);
  const { received, labels, taps, tapCount, samplesPerSymbol, symbols, guard } = batch;
  const all = symbols + 2 * guard;
  const sources = equalizers.flatMap(({ estimates, finalTaps, scales, alignment }, i) => [
    { buffer: estimates, size: 8 * symbols },
    ...(finalTaps ? [{ buffer: finalTaps, size: 8 * tapCountOf(config.equalizers[i], config) }] : []),
    ...(scales ? [{ buffer: scales, size: 4 }] : []),
    ...(alignment ? [{ buffer: alignment, size: 8 }] : []),
  ]);
  const [samples, words, channel, ...rest] = await readBack(device, [
    { buffer: received, size: 8 * samplesPerSymbol * all },
    { buffer: labels, size: 4 * Math.ceil(all / 4) },
    { buffer: taps, size: 8 * tapCount },
    ...sources,
  ]);
  const next = (has: unknown) => (has ? rest.shift()! : undefined);
  const floats = (bytes: ArrayBuffer | undefined) => bytes && new Float32Array(bytes);
  const { turns: circle } = decisionTables(config.modulation);
  return {
    received: new Float32Array(samples),
    /** Labels of all symbols, four per word with the first in the low byte. */
    sent: new Uint8Array(words).subarray(0, all),
    taps: Float64Array.from(new Float32Array(channel)),
    equalizers: equalizers.map(({ finalTaps, scales, alignment }: EqualizerStage) => {
      const estimates = floats(next(true))!;
      const final = floats(next(finalTaps));
      const scale = floats(next(scales))?.[0] ?? 1;
      const [ahead, turns] = new Int32Array(next(alignment) ?? new ArrayBuffer(8));
      return {
        /** z as decisions see them: upright, and without bias. */
        estimates: turned(estimates, (-2 * Math.PI * turns) / circle, scale),
        finalTaps: final,
        /** Symbols by which estimates are ahead. */
        ahead,
      };
    }),
  };
}

type Estimated = ReadPacket["equalizers"][number];

/** Wrong symbols after the training. */
const wrongOf = ({ estimates, ahead }: Estimated, { points, sent, guard }: ReadPacket, config: AdaptiveExperiment) =>
  Array.from({ length: config.symbols }, (_, k) => k).filter(
    (k) => k >= config.training && labelAt(points, estimates, k) !== sent[guard + k + ahead],
  );

/** Half the least distance of two points. */
function halfDistance(points: Float64Array): number {
  const [a, b] = points;
  const distances = Array.from({ length: points.length / 2 - 1 }, (_, i) =>
    Math.hypot(points[2 * i + 2] - a, points[2 * i + 3] - b),
  );
  return Math.min(...distances) / 2;
}

const eyeSizes = ({ points }: ReadPacket, { symbols, training, modulation }: AdaptiveExperiment) => ({
  symbols,
  isReal: modulation === "bpsk",
  first: training < symbols ? training : 0,
  half: halfDistance(points),
});

const sentPoint =
  ({ points, sent, guard }: ReadPacket, ahead = 0) =>
  (k: number) => {
    const label = sent[guard + k + ahead];
    return [points[2 * label], points[2 * label + 1]] as const;
  };

function estimatesEye(own: Estimated, read: ReadPacket, config: AdaptiveExperiment): EyeTraces {
  const at = interpolator({ samples: own.estimates, samplesPerSymbol: 1, rolloff: config.rolloff });
  return eyeTraces(at, sentPoint(read, own.ahead), eyeSizes(read, config));
}

/** The eye before the equalizers. At two samples per symbol the pulses reach to (1 + β)/2 of the rate 1/T, and the interpolation is flat there. */
function receivedEye(read: ReadPacket, config: AdaptiveExperiment): EyeTraces {
  const { received, taps, channel, guard, samplesPerSymbol } = read;
  const peak = strongestTap(taps);
  const [re, im] = channel ? [taps[2 * peak], taps[2 * peak + 1]] : [1, 0];
  const power = re * re + im * im;
  const rolloff = samplesPerSymbol === 2 ? (1 - config.rolloff) / 2 : config.rolloff;
  const signal =
    config.frontEnd === "pulse" && samplesPerSymbol === 1 && channel
      ? pulseSignal(read, config)
      : interpolator({ samples: received, samplesPerSymbol, rolloff });
  const at = (k: number, points: number) => {
    const [a, b] = signal(samplesPerSymbol * (guard + k) + peak, points);
    return [(a * re + b * im) / power, (b * re - a * im) / power] as const;
  };
  return eyeTraces(at, sentPoint(read), eyeSizes(read, config));
}

/** The signal of pulses at any phase of the clock. At one sample per symbol its samples do not fix what is between them; they fix the noise. */
function pulseSignal({ received, sent, points, taps }: ReadPacket, config: AdaptiveExperiment) {
  const rays = raysOf(config);
  const phases = Array.from({ length: EYE_FINENESS }, (_, p) => {
    const samplingPhase = config.samplingPhase + p / EYE_FINENESS;
    return pulseTaps({ rays, rolloff: config.rolloff, samplesPerSymbol: 1, samplingPhase }).taps;
  });
  const pass = (h: ArrayLike<number>, n: number): [number, number] => {
    let [re, im] = [0, 0];
    for (let l = 0; l < Math.min(h.length / 2, n + 1); l++) {
      const label = sent[n - l];
      if (label === undefined) continue;
      const [a, b] = [points[2 * label], points[2 * label + 1]];
      re += h[2 * l] * a - h[2 * l + 1] * b;
      im += h[2 * l] * b + h[2 * l + 1] * a;
    }
    return [re, im];
  };
  const noise = Float64Array.from(received);
  for (let n = 0; n < sent.length; n++) {
    const [re, im] = pass(taps, n);
    noise[2 * n] -= re;
    noise[2 * n + 1] -= im;
  }
  const noiseAt = interpolator({ samples: noise, samplesPerSymbol: 1, rolloff: config.rolloff });
  return (sample: number, at: number): [number, number] => {
    const whole = Math.floor(at / EYE_FINENESS);
    const [re, im] = pass(phases[at - EYE_FINENESS * whole], sample + whole);
    const [a, b] = noiseAt(sample, at);
    return [re + a, im + b];
  };
}

/** Most points of a path. */
const MOST_STEPS = 400;

/** The error surfaces of two real taps with the paths of LMS and CMA. */
function bowlOf(read: ReadPacket, config: AdaptiveExperiment): BowlPaths | null {
  const { known, point, received, sent, points, guard } = read;
  const { forwardTaps, equalizers, step, training, symbols } = config;
  if (!known.isReal || forwardTaps !== 2) return null;
  const delay = equalizerDelay(config, known, point.snrDb, false);
  const bowl = errorBowl(knownChannel(known, point.snrDb), delay);
  const packetOf = {
    received: Float64Array.from({ length: symbols + 1 }, (_, k) => received[2 * (guard + k + delay - 1)]),
    sent: Float64Array.from({ length: symbols }, (_, k) => points[2 * sent[guard + k]]),
  };
  const thinned = (path: TapPair[]) => {
    const every = Math.ceil(path.length / MOST_STEPS);
    return path.filter((_, i) => i % every === 0 || i === path.length - 1);
  };
  const known0 = training > 0 ? training : symbols;
  const start: TapPair = startOf(config) === 0 ? [1, 0] : [0, 1];
  return {
    ...bowl,
    paths: equalizers.flatMap((equalizer) => {
      if (equalizer !== "lms" && equalizer !== "cma") return [];
      const from = equalizer === "lms" ? ([0, 0] as TapPair) : start;
      const length = equalizer === "lms" ? known0 : symbols;
      const taps = tapPath(packetOf, { rule: equalizer, step, start: from, symbols: length });
      return [{ equalizer, taps: thinned(taps) }];
    }),
    mean: equalizers.includes("lms") ? thinned(meanPath(bowl, { step, symbols: known0 })) : undefined,
  };
}

const infoOf = (name: AdaptiveEqualizerName): EqualizerInfo => ADAPTIVE_EQUALIZERS[name];

const tapCountOf = (name: AdaptiveEqualizerName, config: AdaptiveExperiment) =>
  config.forwardTaps + (infoOf(name).feedback ? feedbackTapsOf(config, channelOf(config)) : 0);

/** The taps of an equalizer: its last ones, or the best ones for the known channel. */
function tapsOf(
  name: AdaptiveEqualizerName,
  final: Float32Array | undefined,
  config: AdaptiveExperiment,
  channel: ExperimentChannel,
  snrDb: number,
): JoinedTaps | undefined {
  const { kind, feedback = false } = infoOf(name);
  if (kind === "fixed" && !channel.isRandom) return knownTaps(name as FixedName, config, channel, snrDb);
  if (!final) return undefined;
  return {
    forward: final.subarray(0, 2 * config.forwardTaps),
    feedback: final.subarray(2 * config.forwardTaps),
    delay: equalizerDelay(config, channel, snrDb, feedback),
  };
}

function withResponses(
  joined: JoinedTaps,
  channel: ArrayLike<number> | null,
  perSample: Float64Array,
  samplesPerSymbol: number,
): ShownTaps {
  const { forward, feedback, delay } = joined;
  // The filter's impulse response is w*.
  const filter = Float64Array.from(forward, (part, i) => (i % 2 ? -part : part));
  const combined = channel && combinedTaps(channel, joined, samplesPerSymbol);
  return {
    forward: Float64Array.from(forward),
    feedback: Float64Array.from(feedback),
    delay,
    responseDb: powerResponseDb(filter, perSample),
    combined: combined && {
      taps: combined,
      responseDb: powerResponseDb(combined, perSample),
      residualDb: residualDb(combined),
    },
  };
}

/** Turns points by an angle, and divides them by a scale. */
function turned(points: Float32Array, angle: number, scale: number): Float32Array<ArrayBuffer> {
  const [cos, sin] = [Math.cos(angle) / scale, Math.sin(angle) / scale];
  return Float32Array.from(points, (part, i) =>
    i % 2 ? points[i - 1] * sin + part * cos : part * cos - points[i + 1] * sin,
  );
}
