/**
 * The pulses of SOQPSK-TG; time is in bits from the start of a pulse.
 * Source: IRIG 106 (telemetry standards), chapter 2: g(t) = n(t)·w(t) with ρ = 0.70, B = 1.25, T1 = 1.5, T2 = 0.50.
 */
const RHO = 0.7;
const B = 1.25;
const T1 = 1.5;
const T2 = 0.5;

/** Length of a pulse. */
export const PULSE_BITS = 8;

/**
 * Samples from the start of bit 0's pulse to packet sample 0, as in the thesis's waveform of preamble and marker and in every
 * index of this receiver.
 */
export const PULSE_LEAD = 9.9;

function shape(t: number): number {
  const symbols = (t - PULSE_BITS / 2) / 2;
  const x = RHO * B * symbols;
  const y = Math.PI * B * symbols;
  const cosine = Math.abs(2 * x) === 1 ? Math.PI / 4 : Math.cos(Math.PI * x) / (1 - 4 * x * x);
  const n = cosine * (y === 0 ? 1 : Math.sin(y) / y);
  const edge = Math.min(Math.max((Math.abs(symbols) - T1) / T2, 0), 1);
  return n * (0.5 + 0.5 * Math.cos(Math.PI * edge));
}

/** ∫ of the shape from a to b, at most a panel apart (Gauss–Legendre, three points). */
function integrate(a: number, b: number): number {
  const [centre, half] = [(a + b) / 2, (b - a) / 2];
  const offset = half * Math.sqrt(0.6);
  return (half * (5 * shape(centre - offset) + 8 * shape(centre) + 5 * shape(centre + offset))) / 9;
}

const PANELS = 32; // a bit
const integrals = new Float64Array(PULSE_BITS * PANELS + 1);
for (let i = 1; i < integrals.length; i++) {
  integrals[i] = integrals[i - 1] + integrate((i - 1) / PANELS, i / PANELS);
}
const area = integrals[PULSE_BITS * PANELS];

/** Frequency pulse g(t), 1/bit: zero outside 0 … 8, area ½. */
export function frequencyPulse(t: number): number {
  return t <= 0 || t >= PULSE_BITS ? 0 : (0.5 / area) * shape(t);
}

/** Phase pulse q(t) = ∫g: from 0 at the beginning to ½ at the end and after. */
export function phasePulse(t: number): number {
  if (t <= 0) return 0;
  if (t >= PULSE_BITS) return 0.5;
  const panel = Math.floor(t * PANELS);
  return (0.5 / area) * (integrals[panel] + integrate(panel / PANELS, t));
}

/**
 * Returns the phase that each active pulse adds, q(age)/2 turns as fractions of 2^32, for the two samples of a bit.
 *
 * @param fraction Instant of the first sample within its half bit, 0 … 1 (exclusive).
 * @returns u32 [half][8], the oldest pulse first: struct Pulses of `lib/soqpsk.wgsl`.
 */
export function pulseTurns(fraction: number): Uint32Array<ArrayBuffer> {
  return Uint32Array.from({ length: 2 * PULSE_BITS }, (_, i) => {
    const age = PULSE_BITS - 1 - (i % PULSE_BITS) + (Math.floor(i / PULSE_BITS) + fraction) / 2;
    return Math.round(phasePulse(age) * 2 ** 31);
  });
}
