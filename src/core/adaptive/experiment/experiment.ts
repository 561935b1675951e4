import { parseRange, readPoints } from "../../configuration/fields.ts";
import { measuredPaths, MEASURED_CHANNELS } from "../../channel/measured.ts";
import type { Axis } from "../../measurement/measurement.ts";
import { type PulseRay, pulseTaps } from "../channel/pulse.ts";
import {
  decayingPowers,
  haykinResponse,
  areReal,
  type NamedResponse,
  namedResponse,
  NAMED_RESPONSES,
  normalized,
} from "../channel/responses.ts";
import { parseTaps } from "../channel/taps-text.ts";
import { type AdaptiveEqualizerName, ADAPTIVE_EQUALIZERS, type EqualizerInfo } from "../equalizers.ts";
import { MODULATIONS } from "../modulations.ts";
import { mostPaths } from "../sequence/path-memory.ts";
import { codedPacket, MOST_SYMBOLS, withCodedSymbols } from "./coding.ts";
import { ADAPTIVE_AUTO, ADAPTIVE_SCHEMA, type AdaptiveExperiment } from "./fields.ts";

export type { AdaptiveExperiment } from "./fields.ts";

/** Most states of a trellis. */
const MOST_STATES = 1024;
/** Most taps on past decisions. */
const MOST_FEEDBACK = 256;
/** Most taps of RLS: its matrix is in 16 KiB. */
const MOST_RLS_TAPS = 44;

/** Longest decay of a random channel, symbols. */
const MOST_DECAY = 100;

/** Bounds of Σ|h|² of given taps: float32 computes with them. */
const [LEAST_ENERGY, MOST_ENERGY] = [1e-12, 1e12];

/** Most bins of a learning curve. */
const MOST_BINS = 1000;

/** Most samples in the overlapping blocks of a packet. */
const MOST_OVERLAPPING = 2 ** 21;

/** The channel of an experiment. */
export interface ExperimentChannel {
  /** Complex, at `samplesPerSymbol`. Of a random channel: the square roots of the mean powers. */
  taps: Float64Array;
  samplesPerSymbol: 1 | 2;
  /** Each packet draws Gaussian taps with these mean powers. */
  isRandom: boolean;
  /** Cycles per symbol by which each tap turns; undefined: the channel is at rest. */
  turns: number[] | undefined;
  /** Symbols, taps and noise are real numbers. */
  isReal: boolean;
}

export const ADAPTIVE = {
  ...ADAPTIVE_SCHEMA,
  /**
   * Fills what is missing with defaults and checks the rest.
   *
   * @throws RangeError or TypeError that names the field, its range and the value found.
   */
  parse(input: unknown): AdaptiveExperiment {
    const config = withCodedSymbols(ADAPTIVE_SCHEMA.parse(input));
    const channel = channelOf(config);
    checkSizes(config);
    for (const name of config.equalizers) {
      const refusal = equalizerRefusal(name, config, channel);
      if (refusal) throw new RangeError(`adaptive: ${name} ${refusal}`);
    }
    return config;
  },
};

function checkSizes(config: AdaptiveExperiment): void {
  const { training, symbols, learning, code, outer, equalizers, esn0, snr } = config;
  if (training > symbols) {
    throw new RangeError(`adaptive: training must be at most the ${symbols} symbols of a packet, got ${training}`);
  }
  if (learning > 0 && Math.ceil(symbols / learning) > MOST_BINS) {
    const least = Math.ceil(symbols / MOST_BINS);
    throw new RangeError(
      `adaptive: learning must be 0 or at least ${least} for ${MOST_BINS} bins in ${symbols} symbols, got ${learning}`,
    );
  }
  if (code !== "none" && parseRange(outer).some((turns) => turns > 1) && !equalizers.includes("map")) {
    throw new RangeError(`adaptive: outer above 1 needs the equalizer map, got ${equalizers.join(", ")}`);
  }
  if (esn0 !== "" && snr !== "") throw new RangeError("adaptive: give the points as esn0 or as snr, got both");
}

const tapCountOf = ({ taps }: ExperimentChannel) => taps.length / 2;

/**
 * Returns the channel of an experiment.
 *
 * @throws RangeError when its taps are no numbers, all zero, or do not fit the front end.
 */
export function channelOf(config: AdaptiveExperiment): ExperimentChannel {
  const { frontEnd, modulation, normalize } = config;
  const isPulse = frontEnd === "pulse";
  const samplesPerSymbol = isPulse && config.samplesPerSymbol === "2" ? 2 : 1;
  const [name, parameter] = config.channel.split(":");
  const isRandom = name === "exponential";
  if (isPulse !== (name === "rays" || name === "measured")) {
    const fitting = isPulse ? "rays or measured:N" : "taps, haykin:W, exponential:D or a channel of Proakis";
    throw new RangeError(`adaptive: channel of the ${frontEnd} front end must be ${fitting}, got ${config.channel}`);
  }
  if (isPulse) {
    const rays = raysOf(config);
    const { taps } = pulseTaps({
      rays,
      rolloff: config.rolloff,
      samplesPerSymbol,
      samplingPhase: config.samplingPhase,
    });
    return { taps, samplesPerSymbol, isRandom, turns: turnsOf(config, taps.length / 2), isReal: false };
  }
  if (isRandom && Number(parameter) > MOST_DECAY) {
    throw new RangeError(`adaptive: channel exponential:D needs D of at most ${MOST_DECAY}, got ${parameter}`);
  }
  const drawn = isRandom ? decayingPowers(Number(parameter)) : undefined;
  const taps = drawn
    ? Float64Array.from([...drawn].flatMap((power) => [Math.sqrt(power), 0]))
    : discreteTaps(config, name, Number(parameter));
  const energy = taps.reduce((sum, part) => sum + part * part, 0);
  if (taps.every((part) => part === 0)) throw new RangeError("adaptive: response must have a tap that is not 0");
  if (!(energy >= LEAST_ENERGY && energy <= MOST_ENERGY)) {
    throw new RangeError(
      `adaptive: response must have taps whose squares sum to 1e-12 to 1e12, got ${energy.toPrecision(3)}`,
    );
  }
  const scaled = normalize === "on" ? normalized(taps) : taps;
  const turns = turnsOf(config, taps.length / 2);
  return {
    taps: scaled,
    samplesPerSymbol,
    isRandom,
    turns,
    isReal: modulation === "bpsk" && !isRandom && turns === undefined && areReal(scaled),
  };
}

function discreteTaps(config: AdaptiveExperiment, name: string, parameter: number): Float64Array {
  if ((NAMED_RESPONSES as string[]).includes(name)) return namedResponse(name as NamedResponse);
  if (name === "haykin") return haykinResponse(parameter);
  try {
    return parseTaps(config.response);
  } catch (error) {
    throw new RangeError(`adaptive: response: ${(error as Error).message}`, { cause: error });
  }
}

/** Returns the rays of the pulse front end. */
export function raysOf({ channel, rays }: AdaptiveExperiment): PulseRay[] {
  if (channel === "rays") {
    return rays.map(({ gainDb, phaseDeg, delay }) => {
      const [size, angle] = [10 ** (gainDb / 20), (Math.PI * phaseDeg) / 180];
      return { gain: [size * Math.cos(angle), size * Math.sin(angle)], delay };
    });
  }
  const number = Number(channel.split(":")[1]);
  if (!Number.isInteger(number) || number >= MEASURED_CHANNELS) {
    throw new RangeError(`adaptive: channel measured:N needs N from 0 to ${MEASURED_CHANNELS - 1}, got ${channel}`);
  }
  // Two taps of the measurement per symbol, the earliest at 0.
  const paths = measuredPaths(number);
  const first = Math.min(...paths.map(({ delay }) => delay));
  return paths.map(({ gain, delay }) => ({ gain: [gain[0], gain[1]], delay: (delay - first) / 2 }));
}

function turnsOf({ turns }: AdaptiveExperiment, taps: number): number[] | undefined {
  if (turns.trim() === "") return undefined;
  const values = turns.split(";").map((text) => (text.trim() === "" ? Number.NaN : Number(text)));
  if (values.length > taps || !values.every((value) => Math.abs(value) <= 0.5)) {
    throw new RangeError(
      `adaptive: turns must be up to ${taps} numbers from -0.5 to 0.5 cycles per symbol, got ${turns}`,
    );
  }
  return values.some((value) => value !== 0) ? values : undefined;
}

/** Returns Nb. */
export function feedbackTapsOf({ feedbackTaps }: AdaptiveExperiment, channel: ExperimentChannel): number {
  if (feedbackTaps !== "L") return Number(feedbackTaps);
  return Math.max(1, Math.ceil((tapCountOf(channel) - 1) / channel.samplesPerSymbol));
}

/** Returns N + Nb of an equalizer whose taps differ from packet to packet; 0 for the others. */
export function packetTapCount(
  name: AdaptiveEqualizerName,
  config: AdaptiveExperiment,
  channel: ExperimentChannel,
): number {
  const { kind, feedback } = ADAPTIVE_EQUALIZERS[name] as EqualizerInfo;
  if (kind !== "adaptive" && !(kind === "fixed" && channel.isRandom)) return 0;
  return config.forwardTaps + (feedback ? feedbackTapsOf(config, channel) : 0);
}

/** Why an equalizer does not support an experiment; undefined if it does. */
export function equalizerRefusal(
  name: AdaptiveEqualizerName,
  config: AdaptiveExperiment,
  channel: ExperimentChannel,
): string | undefined {
  const { forwardTaps, delay } = config;
  const memory = tapCountOf(channel) - 1;
  const { kind, feedback, blind, hard } = ADAPTIVE_EQUALIZERS[name] as EqualizerInfo;
  if (config.code !== "none" && hard) return `${hard}, so it supports no code, got ${config.code}`;
  if (kind === "fixed" || kind === "adaptive") {
    if (delay !== "auto" && Number(delay) >= forwardTaps + memory) {
      return `needs a delay below forwardTaps + memory = ${forwardTaps + memory}, got ${delay}`;
    }
  }
  if (blind && config.start !== "middle" && Number(config.start) >= forwardTaps) {
    return `needs a start below the ${forwardTaps} forwardTaps, got ${config.start}`;
  }
  if (kind === "fixed" && channel.turns) return "needs a channel at rest, got turns";
  const feedbackTaps = feedback ? feedbackTapsOf(config, channel) : 0;
  if (feedbackTaps > MOST_FEEDBACK) {
    return `supports at most ${MOST_FEEDBACK} feedbackTaps, got ${feedbackTaps}: set feedbackTaps`;
  }
  if (name === "rls" || name === "dfe-rls") {
    const taps = forwardTaps + feedbackTaps;
    if (taps > MOST_RLS_TAPS) return `supports at most ${MOST_RLS_TAPS} taps, got ${taps}: set forwardTaps lower`;
  }
  if (kind === "sequence") {
    if (channel.turns) return "needs a channel at rest, got turns";
    if (channel.samplesPerSymbol === 2) return "needs one sample per symbol, got 2";
    const bits = MODULATIONS[config.modulation];
    if (name === "m-algorithm") {
      const most = mostPaths({ choices: 2 ** bits, tapCount: memory + 1 });
      if (config.keep > most) {
        return `supports at most ${most} paths (${config.modulation}, memory ${memory}), got keep ${config.keep}`;
      }
    } else if (2 ** (bits * memory) > MOST_STATES) {
      const exponent = bits * memory;
      const states = 2 ** exponent <= Number.MAX_SAFE_INTEGER ? 2 ** exponent : `2^${exponent}`;
      const found = `${states} (${config.modulation}, memory ${memory})`;
      return `supports at most ${MOST_STATES} states, got ${found}: use m-algorithm`;
    }
  }
  if (kind === "block") return blockRefusal(name, config, channel);
  return undefined;
}

/** Returns a number of symbols rounded up to whole blocks; rounded down if that exceeds the packet. */
const wholeBlocks = (symbols: number, length: number) =>
  length * (length * Math.ceil(symbols / length) > MOST_SYMBOLS ? Math.floor : Math.ceil)(symbols / length);

/**
 * Returns an experiment whose packets hold whole blocks. Its number of symbols changes, or with a code its training.
 *
 * @throws RangeError when the code needs more symbols then.
 */
export function withWholeBlocks(config: AdaptiveExperiment): AdaptiveExperiment {
  const symbols = wholeBlocks(config.symbols, Number(config.block));
  if (config.code === "none") return { ...config, symbols };
  return withCodedSymbols({ ...config, training: config.training + symbols - config.symbols });
}

/** Why the block equalizers do not support an experiment. */
function blockRefusal(
  name: AdaptiveEqualizerName,
  { block, prefix, drop, symbols, code, training }: AdaptiveExperiment,
  channel: ExperimentChannel,
): string | undefined {
  const [length, memory] = [Number(block), tapCountOf(channel) - 1];
  if (channel.turns) return "needs a channel at rest, got turns";
  if (channel.samplesPerSymbol === 2) return "needs one sample per symbol, got 2";
  if (memory >= length) return `needs a block longer than the memory of ${memory}, got ${block}`;
  if (name === "fde-overlap") {
    if (2 * drop >= length) return `needs drop below half a block, ${length / 2}, got ${drop}`;
    const samples = length * Math.ceil(symbols / (length - 2 * drop));
    if (samples <= MOST_OVERLAPPING) return undefined;
    return `supports at most ${MOST_OVERLAPPING} samples in a packet's blocks, got ${samples}: set drop lower`;
  }
  if (symbols % length !== 0) {
    const next = wholeBlocks(symbols, length);
    if (code !== "none") {
      return `needs symbols in whole blocks of ${block}, got ${symbols} with ${code}: set training to ${training + next - symbols}, for example`;
    }
    return `needs symbols in whole blocks of ${block}, got ${symbols}: set symbols to ${next}, for example`;
  }
  if (prefix < memory) return `needs a prefix of at least the memory of ${memory}, got ${prefix}`;
  return undefined;
}

/** A receiver: an equalizer after a number of exchanges with the decoder. */
interface AdaptiveReceiver {
  equalizer: AdaptiveEqualizerName;
  outer: number;
}

/** Returns the exchanges with the decoder after which an equalizer's errors count, in rising order. One number stands for all up to it. */
export function exchangesOf(equalizer: AdaptiveEqualizerName, { code, outer }: AdaptiveExperiment): number[] {
  if (code === "none" || equalizer !== "map") return [1];
  const listed = [...new Set(parseRange(outer))].toSorted((a, b) => a - b);
  return listed.length > 1 ? listed : Array.from({ length: listed[0] }, (_, i) => i + 1);
}

/** Returns the receivers of an experiment, in the order of the results. */
export const adaptiveReceivers = (config: AdaptiveExperiment): AdaptiveReceiver[] =>
  config.equalizers.flatMap((equalizer) => exchangesOf(equalizer, config).map((outer) => ({ equalizer, outer })));

/** Tells the receivers that have finished all their exchanges. */
export const isFinished = ({ equalizer, outer }: AdaptiveReceiver, config: AdaptiveExperiment): boolean =>
  outer === exchangesOf(equalizer, config).at(-1);

/** Returns the axis of a sweep. */
export function adaptiveAxis({ ebn0, esn0, snr }: AdaptiveExperiment): Axis {
  if (snr !== "") return { label: "SNR", points: readPoints(snr, ADAPTIVE_AUTO) };
  if (esn0 !== "") return { label: "Es/N0", points: readPoints(esn0, ADAPTIVE_AUTO) };
  return { label: "Eb/N0", points: readPoints(ebn0, ADAPTIVE_AUTO) };
}

/** A point of a sweep in all measures, dB. */
export interface AdaptivePointDb {
  ebn0Db: number;
  esn0Db: number;
  /** γ: symbol energy per noise variance of a sample. */
  snrDb: number;
}

/** Returns a point: Es/N0 = m·R·Eb/N0 with the code rate R, and γ = 2·Es/N0 where all numbers are real, else Es/N0. */
export function adaptivePoint(config: AdaptiveExperiment, db: number): AdaptivePointDb {
  const bits = MODULATIONS[config.modulation];
  const perSymbol = 10 * Math.log10(bits * (codedPacket(config)?.rate ?? 1));
  const realGain = channelOf(config).isReal ? 10 * Math.log10(2) : 0;
  const esn0Db = config.snr !== "" ? db - realGain : config.esn0 !== "" ? db : db + perSymbol;
  return { ebn0Db: esn0Db - perSymbol, esn0Db, snrDb: esn0Db + realGain };
}
