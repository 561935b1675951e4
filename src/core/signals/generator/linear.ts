import { constellation, mapBits } from "../../constellation/constellation.ts";
import { firdes } from "../../filter-design/firdes.ts";
import { type BurstModulator, wholeSymbols } from "./waveform.ts";

/** Symbols of the pulse on each side of its middle. */
const SPAN = 16;
/** Values of the pulse per symbol. Linear interpolation between them errs by −110 dB. */
const FINE = 1024;

/** Returns M points on the circle with Gray codes of the angle, by label. */
function circle(bits: number, first = 0): Float64Array {
  const points = new Float64Array(2 * 2 ** bits);
  for (let k = 0; k < 2 ** bits; k++) {
    const angle = first + (2 * Math.PI * k) / 2 ** bits;
    points.set([Math.cos(angle), Math.sin(angle)], 2 * (k ^ (k >> 1)));
  }
  return points;
}

const QPSK = circle(2, Math.PI / 4);

/** The points by label. The bits of pi/4-DQPSK are changes of the phase; the first symbol is their reference. */
const POINTS = {
  BPSK: circle(1),
  QPSK,
  OQPSK: QPSK,
  "pi/4-DQPSK": QPSK,
  "8-PSK": circle(3),
  "16-QAM": constellation(4, "802.11"),
} as const;

function differential(changes: Float64Array): Float64Array {
  const symbols = new Float64Array(changes.length + 2);
  symbols[0] = 1;
  for (let i = 0; i < changes.length; i += 2) {
    symbols[i + 2] = symbols[i] * changes[i] - symbols[i + 1] * changes[i + 1];
    symbols[i + 3] = symbols[i] * changes[i + 1] + symbols[i + 1] * changes[i];
  }
  return symbols;
}

/** PSK and QAM with root-raised-cosine pulses. OQPSK delays the imaginary part by half a symbol. */
export const linear: BurstModulator = ({ class: name, rate, length: most, draws, content }) => {
  const points = POINTS[name as keyof typeof POINTS];
  const symbolRateHz = draws.uniform(9600, 200_000);
  const rolloff = draws.uniform(0.2, 0.5);
  const samplesPerSymbol = rate / symbolRateHz;
  const { count, length } = wholeSymbols(most, samplesPerSymbol);
  const isDifferential = name === "pi/4-DQPSK";
  const bits = content.bits(Math.log2(points.length / 2) * (count - (isDifferential ? 1 : 0)));
  const mapped = mapBits(bits, points);
  const symbols = isDifferential ? differential(mapped) : mapped;
  const lead = Math.ceil(SPAN * samplesPerSymbol);
  const delays = name === "OQPSK" ? [0.25, 0.75] : [0.5, 0.5];
  return {
    length,
    lead,
    room: 1.1 * (1 + rolloff) * symbolRateHz,
    truth: { symbolRateHz, bits: bits.join("") },
    // The density of the pulse is a raised cosine, half at half the symbol rate.
    bandwidth3dBHz: symbolRateHz,
    modulate() {
      const pulse = pulseOf(rolloff);
      const samples = new Float64Array(2 * (length + 2 * lead));
      for (let i = 0; i < length + 2 * lead; i++) {
        for (const part of [0, 1]) {
          const at = (i - lead) / samplesPerSymbol - delays[part];
          let sum = 0;
          const last = Math.min(count - 1, Math.floor(at + SPAN));
          for (let k = Math.max(0, Math.ceil(at - SPAN)); k <= last; k++) {
            const place = (at - k + SPAN) * FINE;
            const whole = Math.floor(place);
            sum += symbols[2 * k + part] * (pulse[whole] + (place - whole) * (pulse[whole + 1] - pulse[whole]));
          }
          samples[2 * i + part] = sum;
        }
      }
      return samples;
    },
  };
};

/** Returns the pulse from −SPAN to SPAN symbols, and a 0. */
function pulseOf(rolloff: number): Float64Array {
  const taps = firdes("root_raised_cosine", [FINE, FINE, 1, rolloff, 2 * SPAN * FINE + 1]);
  return Float64Array.from([...taps.map(({ re }) => re), 0]);
}
