import { edgeOf, type BurstModulator, step } from "./waveform.ts";

/** QPSK on 32 to 256 carriers, none in the middle, with a guard interval of 1/32 to 1/4. */
export const ofdm: BurstModulator = ({ rate, length: most, draws, content }) => {
  const carriers = 2 * Math.round(draws.uniform(16, 128));
  const wanted = draws.uniform(1000, Math.min(8000, 500_000 / carriers));
  const useful = 32 * Math.max(1, Math.round(rate / wanted / 32));
  const guardSamples = useful / draws.choice([4, 8, 16, 32]);
  const subcarrierSpacingHz = rate / useful;
  const symbol = useful + guardSamples;
  const count = Math.floor(most / symbol);
  const length = count * symbol;
  const edge = edgeOf(rate);
  const occupied = (carriers + 1) * subcarrierSpacingHz;
  return {
    length,
    lead: edge,
    room: 1.2 * occupied,
    truth: { subcarrierSpacingHz, guardSamples },
    bandwidth3dBHz: occupied,
    modulate() {
      const samples = new Float64Array(2 * (length + 2 * edge));
      const cos = Float64Array.from({ length: useful }, (_, i) => Math.cos((2 * Math.PI * i) / useful));
      const sin = Float64Array.from({ length: useful }, (_, i) => Math.sin((2 * Math.PI * i) / useful));
      const body = new Float64Array(2 * useful);
      for (let s = 0; s < count; s++) {
        body.fill(0);
        const bits = content.bits(2 * carriers);
        for (let c = 0; c < carriers; c++) {
          const k = c < carriers / 2 ? c - carriers / 2 : c + 1 - carriers / 2;
          const [re, im] = [1 - 2 * bits[2 * c], 1 - 2 * bits[2 * c + 1]];
          for (let m = 0, turn = 0; m < useful; m++, turn = (turn + k + useful) % useful) {
            body[2 * m] += re * cos[turn] - im * sin[turn];
            body[2 * m + 1] += re * sin[turn] + im * cos[turn];
          }
        }
        // The first and the last symbol continue through the edges of the burst.
        const from = s === 0 ? -edge : 0;
        const to = s === count - 1 ? symbol + edge : symbol;
        for (let m = from; m < to; m++) {
          const n = s * symbol + m;
          const gate = step(n, edge) * step(length - n, edge);
          const at = (((m - guardSamples) % useful) + useful) % useful;
          samples[2 * (n + edge)] = gate * body[2 * at];
          samples[2 * (n + edge) + 1] = gate * body[2 * at + 1];
        }
      }
      return samples;
    },
  };
};
