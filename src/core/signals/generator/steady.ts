import { fft } from "../../fft/fft.float64.ts";
import { edgeOf, gated, type BurstModulator } from "./waveform.ts";

/** A carrier without modulation. */
export const tone: BurstModulator = ({ rate, length }) => {
  const lead = edgeOf(rate);
  const modulate = () => gated({ length, lead }, lead, () => [1, 0]);
  return { length, lead, room: 2000, truth: {}, bandwidth3dBHz: null, modulate };
};

/** Gaussian noise with a flat spectrum within a band. */
export const bandNoise: BurstModulator = ({ rate, length, draws, content }) => {
  const band = draws.uniform(10_000, 200_000);
  const lead = edgeOf(rate);
  return {
    length,
    lead,
    room: 1.1 * band,
    truth: {},
    bandwidth3dBHz: band,
    modulate() {
      const size = 2 ** Math.ceil(Math.log2(length + 2 * lead));
      const bins = new Float64Array(2 * size);
      const most = Math.floor((band / 2 / rate) * size);
      for (let k = -most; k <= most; k++) bins.set(content.normals(), 2 * ((k + size) % size));
      const made = fft(bins, true);
      const samples = gated({ length, lead }, lead, () => [1, 0]);
      for (let i = 0; i < samples.length; i += 2) {
        const gate = samples[i];
        samples[i] = gate * made[i];
        samples[i + 1] = gate * made[i + 1];
      }
      return samples;
    },
  };
};
