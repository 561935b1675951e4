import { gated, type BurstModulator, wholeSymbols } from "./waveform.ts";

/** Symbols on each side of a symbol's middle in which its phase changes. */
const SPAN = 3;
/** Values of a phase pulse per symbol. */
const FINE = 512;

interface Fsk {
  levels: 2 | 4;
  /** h: distance of neighbouring tones per symbol rate. */
  index: readonly [from: number, to: number];
  /** Of Gaussian filters: always, in half of the bursts, or never. */
  gaussian: "always" | "half" | "never";
}

const KINDS = {
  "2-FSK": { levels: 2, index: [0.5, 2], gaussian: "half" },
  "4-FSK": { levels: 4, index: [0.27, 0.5], gaussian: "half" },
  GMSK: { levels: 2, index: [0.5, 0.5], gaussian: "always" },
  MSK: { levels: 2, index: [0.5, 0.5], gaussian: "never" },
} as const satisfies Record<string, Fsk>;

/** The bits of 4-FSK from the lowest tone, as numbers. */
const TONES = [0b00, 0b01, 0b11, 0b10];

/** Frequency shift keying with continuous phase. Bit 1 is the higher tone. */
export const fsk: BurstModulator = ({ class: name, rate, length: most, draws, content }) => {
  const { levels, index, gaussian }: Fsk = KINDS[name as keyof typeof KINDS];
  const symbolRateHz = draws.uniform(9600, 100_000);
  const modulationIndex = draws.uniform(...index);
  const bandwidthTime = draws.uniform(0.3, 0.5);
  const isGaussian = gaussian === "always" || (draws.uniform(0, 1) < 0.5 && gaussian === "half");
  const samplesPerSymbol = rate / symbolRateHz;
  const { count, length } = wholeSymbols(most, samplesPerSymbol);
  const size = levels / 2;
  const bits = content.bits(size * count);
  const tones = Int8Array.from({ length: count }, (_, k) =>
    levels === 2 ? 2 * bits[k] - 1 : 2 * TONES.indexOf(2 * bits[2 * k] + bits[2 * k + 1]) - 3,
  );
  const deviationHz = ((levels - 1) / 2) * modulationIndex * symbolRateHz;
  // The first symbol's tone comes before the start, and the last one's after the stop.
  const edge = samplesPerSymbol / 8;
  const lead = Math.ceil(edge / 2);
  return {
    length,
    lead,
    room: 2 * deviationHz + 3 * symbolRateHz,
    truth: { symbolRateHz, deviationHz, modulationIndex, bits: bits.join("") },
    modulate() {
      const pulse = isGaussian ? gaussianPulse(bandwidthTime) : undefined;
      const phase = phaseOf(tones, pulse);
      return gated({ length, lead }, edge, (n) => [1, 2 * Math.PI * modulationIndex * phase(n / samplesPerSymbol)]);
    },
  };
};

/** Phase of a symbol of level 1, in cycles per h: a ramp from 0 to 1/2 around its middle. */
const ramp = (at: number) => Math.min(1, Math.max(0, at + 0.5)) / 2;

/**
 * Returns the ramp after a Gaussian filter, from −SPAN to SPAN symbols.
 *
 * @param bandwidthTime BT: the filter's −3 dB bandwidth times the symbol's length.
 */
function gaussianPulse(bandwidthTime: number): Float64Array {
  const sigma = Math.sqrt(Math.LN2) / (2 * Math.PI * bandwidthTime);
  const weights = Array.from({ length: 321 }, (_, j) => Math.exp(-0.5 * ((j - 160) / 32) ** 2));
  const total = weights.reduce((sum, weight) => sum + weight);
  return Float64Array.from({ length: 2 * SPAN * FINE + 2 }, (_, i) =>
    weights.reduce((sum, weight, j) => sum + (weight / total) * ramp(i / FINE - SPAN - (sigma * (j - 160)) / 32), 0),
  );
}

/** Returns the phase in cycles per h at a time in symbols since the start. */
function phaseOf(tones: Int8Array, pulse: Float64Array | undefined): (at: number) => number {
  const sums = new Float64Array(tones.length + 1);
  for (let k = 0; k < tones.length; k++) sums[k + 1] = sums[k] + tones[k] / 2;
  const count = tones.length;
  // Before the start and after the stop the outer tones continue.
  const toneOf = (k: number) => tones[Math.min(count - 1, Math.max(0, k))];
  const sumOf = (k: number) =>
    k < 0 ? (k * tones[0]) / 2 : k > count ? sums[count] + ((k - count) * tones[count - 1]) / 2 : sums[k];
  const pulseAt = (at: number) => {
    if (!pulse) return ramp(at);
    const place = Math.min(2 * SPAN * FINE, Math.max(0, (at + SPAN) * FINE));
    const whole = Math.floor(place);
    return pulse[whole] + (place - whole) * (pulse[whole + 1] - pulse[whole]);
  };
  return (at) => {
    const middle = Math.floor(at);
    let sum = sumOf(middle - SPAN);
    for (let k = middle - SPAN; k <= middle + SPAN; k++) sum += toneOf(k) * pulseAt(at - k - 0.5);
    return sum;
  };
}
