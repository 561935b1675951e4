/** A place where a signal crosses its threshold. */
export interface LevelCrossing {
  /** In samples, fractional. */
  at: number;
  rising: boolean;
}

/** Where the symbols lie. Symbol k is from boundary(k) to boundary(k + 1), in samples. */
export interface SymbolClock {
  boundary(symbol: number): number;
  /** The inverse of `boundary`, fractional. */
  symbolAt(sample: number): number;
  /** Symbols by which falling edges lag behind rising ones: pulses are that much longer, and gaps shorter. */
  lag: number;
  /** How well the edges follow the clock: the length of the sum of their phasors per edge, from 0 to 1. */
  fit: number;
  /** Standard deviation of the symbols' instants, in symbols. */
  timingSd: number;
}

/** Largest error of the symbol rate that is searched, as a share. */
const RATE_ERROR = 0.004;
/** Symbols that decide on the rate. */
const MOST_SYMBOLS = 4096;
/** Symbols per piece of the tracked phase, and pieces on each side that smooth it. */
const [PIECE, REACH] = [24, 3];
/** Symbols whose edges count as if the track were their mean: (Σw)² / Σw² of its triangular weights, in pieces. */
const TRACKED = (PIECE * 16) / 2.75;

/**
 * Returns the places where values cross a threshold.
 *
 * @param hysteresis A crossing counts once the value has gone this far beyond the threshold.
 */
export function crossingsOf(
  values: Float64Array,
  threshold: (n: number) => number,
  hysteresis: number,
): LevelCrossing[] {
  const edges: LevelCrossing[] = [];
  let side = 0;
  let crossed = 0;
  let before = 0;
  for (let n = 0; n < values.length; n++) {
    const above = values[n] - threshold(n);
    // The last crossing before the value has gone far enough.
    if (n > 0 && before < 0 !== above < 0) crossed = n - above / (above - before);
    before = above;
    const now = above > hysteresis ? 1 : above < -hysteresis ? -1 : 0;
    if (now === 0 || now === side) continue;
    if (side !== 0) edges.push({ at: crossed, rising: now > 0 });
    side = now;
  }
  return edges;
}

/**
 * Recovers the symbol clock from edges: the rate by the strongest sum of phasors, then the phase in pieces, since clocks
 * drift. Rising and falling edges have a phase each, because pulses and gaps may differ.
 *
 * @param period Samples per symbol, known to 0.4 %.
 */
export function recoverClock(edges: readonly LevelCrossing[], period: number): SymbolClock {
  if (edges.length === 0) return steadyClock(period);
  const origin = edges[0].at;
  const phasors = edges.map(({ at, rising }) => ({ symbol: (at - origin) / period, rising }));
  const stretch = rateOf(phasors);
  const turns = phasors.map(({ symbol, rising }) => ({ symbol, turn: symbol * (1 + stretch), rising }));
  const [rise, fall] = [true, false].map((rising) => mean(turns.filter((edge) => edge.rising === rising)));
  // With edges of one sign only, the lag is unknown and taken as 0.
  const lag = rise.length * fall.length === 0 ? 0 : wrapped(fall.phase - rise.phase);
  const aligned = turns.map(({ symbol, turn, rising }) => ({ symbol, turn: turn + (rising ? lag / 2 : -lag / 2) }));
  const track = trackOf(aligned);
  const symbolAt = (sample: number) => {
    const symbol = (sample - origin) / period;
    return symbol * (1 + stretch) - track(symbol);
  };
  const boundary = (symbol: number) => {
    let at = symbol / (1 + stretch);
    for (let i = 0; i < 4; i++) at = (symbol + track(at)) / (1 + stretch);
    return origin + at * period;
  };
  const fit = mean(aligned.map(({ symbol, turn }) => ({ turn: turn - track(symbol) }))).length / edges.length;
  // A wrapped normal distribution of this standard deviation has phasors of this mean.
  const scatter = Math.sqrt(-2 * Math.log(Math.max(fit, 1e-9))) / (2 * Math.PI);
  const share = Math.min(1, TRACKED / Math.max(1, phasors[phasors.length - 1].symbol));
  return { boundary, symbolAt, lag, fit, timingSd: scatter / Math.sqrt(Math.max(1, share * edges.length)) };
}

/** Returns a clock whose symbols lie later by a share of a symbol. */
export const laterClock = (clock: SymbolClock, symbols: number): SymbolClock => ({
  ...clock,
  boundary: (symbol) => clock.boundary(symbol + symbols),
  symbolAt: (sample) => clock.symbolAt(sample) - symbols,
});

/** The clock of a burst without edges. */
const steadyClock = (period: number): SymbolClock => ({
  boundary: (symbol) => symbol * period,
  symbolAt: (sample) => sample / period,
  lag: 0,
  fit: 0,
  timingSd: 1 / Math.sqrt(12),
});

const wrapped = (turns: number) => turns - Math.round(turns);

interface Turned {
  symbol: number;
  turn: number;
}

/** Returns the mean phase in turns, and the length of the sum of phasors. */
function mean(edges: readonly Pick<Turned, "turn">[]): { phase: number; length: number } {
  let [re, im] = [0, 0];
  for (const { turn } of edges) {
    re += Math.cos(2 * Math.PI * turn);
    im += Math.sin(2 * Math.PI * turn);
  }
  return { phase: Math.atan2(im, re) / (2 * Math.PI), length: Math.hypot(re, im) };
}

/** Returns the share by which the symbol rate is above the expected one. */
function rateOf(edges: readonly { symbol: number; rising: boolean }[]): number {
  const used = edges.filter(({ symbol }) => symbol < MOST_SYMBOLS);
  const span = Math.max(1, used.at(-1)?.symbol ?? 1);
  const strength = (stretch: number) => {
    let sum = 0;
    for (const sign of [true, false]) {
      sum += mean(
        used.filter(({ rising }) => rising === sign).map(({ symbol }) => ({ turn: symbol * (1 + stretch) })),
      ).length;
    }
    return sum;
  };
  const step = 0.125 / span;
  const count = Math.ceil(RATE_ERROR / step);
  let [best, most] = [0, strength(0)];
  for (let i = -count; i <= count; i++) {
    const found = strength(i * step);
    if (found > most) [best, most] = [i, found];
  }
  const [below, above] = [strength((best - 1) * step), strength((best + 1) * step)];
  const bend = below - 2 * most + above;
  return (best + (bend < 0 ? Math.max(-0.5, Math.min(0.5, (below - above) / (2 * bend))) : 0)) * step;
}

/** Returns the phase of the edges in turns as a function of the nominal symbol: smoothed, and linear between pieces. */
function trackOf(edges: readonly Turned[]): (symbol: number) => number {
  const count = Math.floor(edges[edges.length - 1].symbol / PIECE) + 1;
  const re = new Float64Array(count);
  const im = new Float64Array(count);
  for (const { symbol, turn } of edges) {
    const piece = Math.floor(symbol / PIECE);
    re[piece] += Math.cos(2 * Math.PI * turn);
    im[piece] += Math.sin(2 * Math.PI * turn);
  }
  const phases = new Float64Array(count);
  let before = mean(edges.filter(({ symbol }) => symbol < (REACH + 1) * PIECE)).phase;
  for (let piece = 0; piece < count; piece++) {
    let [x, y] = [0, 0];
    for (let k = Math.max(0, piece - REACH); k <= Math.min(count - 1, piece + REACH); k++) {
      const weight = 1 - Math.abs(k - piece) / (REACH + 1);
      x += weight * re[k];
      y += weight * im[k];
    }
    // A long run without edges keeps the phase.
    if (x * x + y * y > 1) before += wrapped(Math.atan2(y, x) / (2 * Math.PI) - before);
    phases[piece] = before;
  }
  return (symbol) => {
    const place = Math.min(count - 1, Math.max(0, symbol / PIECE - 0.5));
    const whole = Math.min(count - 1, Math.floor(place));
    const next = phases[Math.min(count - 1, whole + 1)];
    return phases[whole] + (place - whole) * (next - phases[whole]);
  };
}
