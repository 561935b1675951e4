import { raised } from "../raised.ts";
import type { LinearKind } from "./constellations.ts";
import { centreBetweenEdges, edgesOf } from "./edges.ts";
import { type Fit, fitOf } from "./likelihood.ts";
import { type PulseFilter, symbolErrorOf, type Synchronized } from "./symbols.ts";
import { levelOf, rectangle, RECTANGLE_WIDTH, ROLLOFFS, rootRaisedCosine, rotate, sampledAt } from "./matched.ts";
import { burstBandOf, type Sampled, type Spectrum, burstSpectrumOf, strongestLine } from "./spectrum.ts";

/** Symbol rate, instants and centre of a burst, before its class is known. */
export interface Clock {
  spectrum: Spectrum;
  symbolRateHz: number;
  /** An instant in samples, modulo a symbol. */
  instant: number;
  centreHz: number;
  /** Of the line at the symbol rate. */
  strength: number;
  /** What has the line. */
  product: Sampled;
}

/**
 * Finds the clock of PSK or QAM near a symbol rate.
 *
 * @param rates Range of symbol rates, Hz.
 * @param nearHz About the centre of the band, Hz.
 */
export function clockOf(spectrum: Spectrum, rates: readonly [number, number], nearHz: number): Clock {
  let { symbolRateHz } = edgesOf(spectrum, nearHz, rates);
  const centreHz = centreBetweenEdges(spectrum, nearHz, symbolRateHz);
  const spacing = spectrum.sampleRateHz / spectrum.length;
  const edges = edgesOf(spectrum, centreHz, [
    Math.max(rates[0], symbolRateHz - 40 * spacing),
    Math.min(rates[1], symbolRateHz + 40 * spacing),
  ]);
  symbolRateHz = edges.symbolRateHz;
  const { instant, strength, product } = edges;
  return { spectrum, symbolRateHz, instant, centreHz, strength, product };
}

/**
 * Returns the clock of a part of a burst with at most this many symbols, for quick decisions.
 *
 * @param place Where the part lies, from 0 for the beginning to 1 for the end. Default: the middle.
 */
export function partOfBurst<Known extends Pick<Clock, "instant" | "symbolRateHz">>(
  { samples, sampleRateHz }: Sampled,
  clock: Known,
  symbols: number,
  place = 0.5,
): Known & { spectrum: Spectrum } {
  const length = samples.length / 2;
  const kept = Math.min(length, Math.ceil((symbols * sampleRateHz) / clock.symbolRateHz));
  const skipped = Math.floor((length - kept) * place);
  const spectrum = burstSpectrumOf({ samples: samples.subarray(2 * skipped, 2 * (skipped + kept)), sampleRateHz });
  return { ...clock, spectrum, instant: clock.instant - skipped };
}

/** Width in symbol rates and gain, at a frequency in symbol rates, of a filter before the symbols. */
interface SymbolFilter {
  width: number;
  gain(at: number): number;
}

/** Of pulses of linear modulation. */
type LinearFilter = Exclude<PulseFilter, "half sine">;

export const matchedTo = (filter: LinearFilter): SymbolFilter =>
  filter === "rectangle"
    ? { width: RECTANGLE_WIDTH, gain: rectangle }
    : { width: 1 + filter, gain: (at) => rootRaisedCosine(at, filter) };

/** The filters that are tried where none is known: the middle one comes first. */
const MATCHED = [ROLLOFFS[1], ROLLOFFS[0], ROLLOFFS[2]] as const;

/** Passes pulses that are raised cosines already, of the largest roll-off and less. */
const FLAT: SymbolFilter = {
  width: 1 + ROLLOFFS[2],
  gain: (at) => (Math.abs(at) < (1 + ROLLOFFS[2]) / 2 ? 1 : 0),
};

/** Returns the symbols after a filter around a frequency, without a rotation at that frequency. */
export function symbolsOf(clock: Clock, carrierHz: number, { width, gain }: SymbolFilter, most = Infinity) {
  const { spectrum, symbolRateHz } = clock;
  const samplesPerSymbol = spectrum.sampleRateHz / symbolRateHz;
  const band = burstBandOf(spectrum, {
    centreHz: carrierHz,
    widthHz: width * symbolRateHz,
    leastRateHz: Math.max(4, 2 * width) * symbolRateHz,
    gain: (hz) => gain(hz / symbolRateHz),
  });
  const index = Math.ceil(-clock.instant / samplesPerSymbol + 0.25);
  const first = clock.instant + index * samplesPerSymbol;
  const whole = Math.max(0, Math.floor((spectrum.length - 1 - first) / samplesPerSymbol + 0.75));
  // The middle of a long burst.
  const count = Math.min(most, whole);
  const skipped = Math.floor((whole - count) / 2);
  const start = first + skipped * samplesPerSymbol;
  const symbols = sampledAt(band, spectrum.sampleRateHz, start, samplesPerSymbol, count);
  rotate(
    symbols,
    (band.centreHz - carrierHz) / symbolRateHz,
    ((band.centreHz - carrierHz) * start) / spectrum.sampleRateHz,
  );
  return { symbols, first: start, samplesPerSymbol };
}

/** Symbols of a kind, and the strength of the line of their carrier in xᴹ. */
export type LinearFit = Synchronized & { line: number };

/**
 * Fits kinds of linear modulation to a burst with a known clock.
 *
 * @param filters Matched filters that are tried; the first one decides the carrier.
 */
export function fitLinear(
  clock: Clock,
  kinds: readonly LinearKind[],
  most?: number,
  filters: readonly LinearFilter[] = MATCHED,
): LinearFit[] {
  const cache = new Map<string, ReturnType<typeof symbolsOf>>();
  const receive: Receive = (carrierHz, filter) => {
    // A thousandth of the symbol rate does not matter to the matched filter; the rest is turned back.
    const steps = Math.round(((carrierHz - clock.centreHz) / clock.symbolRateHz) * 500);
    const filterHz = clock.centreHz + (steps / 500) * clock.symbolRateHz;
    const key = `${steps} ${filter}`;
    const known = cache.get(key) ?? symbolsOf(clock, filterHz, matchedTo(filter), most);
    cache.set(key, known);
    const symbols = known.symbols.slice();
    const off = filterHz - carrierHz;
    rotate(symbols, off / clock.symbolRateHz, (off * known.first) / clock.spectrum.sampleRateHz);
    return { ...known, symbols };
  };
  return kinds.map((kind) => fitKind(clock, kind, { receive, filters }));
}

/**
 * Returns the fit of a kind whose pulses are raised cosines before any filter. A flat filter passes them at wrong carriers, too, so it does not tell
 * kinds apart.
 *
 * @param found The same kind with matched filters.
 */
export function flatFitOf(clock: Clock, kind: LinearKind, { carrierHz }: Synchronized): Fit {
  const receive: Receive = (hz) => symbolsOf(clock, hz, FLAT);
  const { symbols } = atCarrier(clock, kind, receive, { carrierHz, filter: ROLLOFFS[2] });
  return fitOf(symbols, kind.points);
}

type Receive = (carrierHz: number, filter: LinearFilter) => ReturnType<typeof symbolsOf>;

/** Returns symbols to the power that leaves a line of their carrier, at one sample per second. */
const withoutSymbols = (symbols: Float64Array, { power }: LinearKind) => ({
  samples: raised(symbols, power, power === 4 ? 2 : 1),
  sampleRateHz: 1,
});

function fitKind(
  clock: Clock,
  kind: LinearKind,
  { receive, filters: [first, ...others] }: { receive: Receive; filters: readonly LinearFilter[] },
): LinearFit {
  const received = receive(clock.centreHz, first);
  const line = strongestLine(withoutSymbols(received.symbols, kind), -0.5, 0.5);
  const base = line.hz / kind.power - kind.turn;
  // Multiples of 1/M symbol rates look alike; the matched filter decides among the two nearest.
  const nearest = Math.round(-base * kind.power);
  const second = -base * kind.power > nearest ? nearest + 1 : nearest - 1;
  let best: Omit<Synchronized, "fit"> | undefined;
  const attempt = (carrierHz: number, filter: LinearFilter) => {
    const tried = atCarrier(clock, kind, receive, { carrierHz, filter });
    if (best === undefined || tried.evm < best.evm) best = tried;
    return best;
  };
  for (const step of [nearest, second]) {
    const cycles = base + step / kind.power;
    if (Math.abs(cycles) <= 0.2) attempt(clock.centreHz + cycles * clock.symbolRateHz, first);
  }
  const carrierHz = best?.carrierHz ?? clock.centreHz;
  let found = best ?? attempt(carrierHz, first);
  for (const filter of others) found = attempt(carrierHz, filter);
  return { ...found, line: line.strength, fit: fitOf(found.symbols, kind.points) };
}

function atCarrier(
  clock: Clock,
  kind: LinearKind,
  receive: Receive,
  { carrierHz, filter }: { carrierHz: number; filter: LinearFilter },
): Omit<Synchronized, "fit"> {
  const { symbols, first, samplesPerSymbol } = receive(carrierHz, filter);
  rotate(symbols, -kind.turn);
  // What remains of the carrier, and its phase.
  const spread = 0.4 / kind.power;
  const line = strongestLine(withoutSymbols(symbols, kind), (-spread * kind.power) / 4, (spread * kind.power) / 4);
  const cycles = line.hz / kind.power;
  let phase = (Math.atan2(line.im, line.re) - kind.linePhase) / kind.power;
  rotate(symbols, -cycles, -phase / (2 * Math.PI));
  const level = levelOf(symbols);
  for (let i = 0; i < symbols.length; i++) symbols[i] /= level;
  const evm = symbolErrorOf(symbols, kind.points);
  return {
    symbols,
    first,
    samplesPerSymbol,
    symbolRateHz: clock.symbolRateHz,
    carrierHz: carrierHz + cycles * clock.symbolRateHz,
    phase,
    filter,
    evm,
  };
}
