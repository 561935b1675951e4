import { gated, type BurstModulator, step, wholeSymbols } from "./waveform.ts";

/** Width of the edges in symbols. */
const EDGE = 1 / 8;

/** OOK, and ASK of two levels. Bit 1 is the carrier on, or the higher level. The first and the last bit are 1. */
export const keyedAmplitude: BurstModulator = ({ class: name, rate, length: most, draws, content }) => {
  const symbolRateHz = draws.uniform(9600, 100_000);
  const duty = name === "OOK" ? draws.uniform(0.3, 0.7) : 0.5;
  const low = name === "OOK" ? 0 : draws.uniform(0.2, 0.5);
  const samplesPerSymbol = rate / symbolRateHz;
  const { count, length } = wholeSymbols(most, samplesPerSymbol);
  const bits = content.bits(count, duty);
  bits[0] = bits[count - 1] = 1;
  const levelOf = (k: number) => (bits[Math.min(count - 1, Math.max(0, k))] ? 1 : low);
  const edge = EDGE * samplesPerSymbol;
  const lead = Math.ceil(edge / 2);
  return {
    length,
    lead,
    room: 10 * symbolRateHz,
    truth: { symbolRateHz, bits: bits.join("") },
    bandwidth3dBHz: null,
    modulate: () =>
      gated({ length, lead }, edge, (n) => {
        const boundary = Math.round(n / samplesPerSymbol);
        const [before, after] = [levelOf(boundary - 1), levelOf(boundary)];
        return [before + (after - before) * step(n / samplesPerSymbol - boundary, EDGE), 0];
      }),
  };
};
