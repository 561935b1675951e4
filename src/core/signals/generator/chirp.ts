import { edgeOf, gated, type BurstModulator } from "./waveform.ts";

/** Linear sweeps over the whole band, one after the other, all up or all down. The phase is continuous. */
export const chirp: BurstModulator = ({ rate, length: most, draws }) => {
  const band = draws.uniform(50_000, 500_000);
  const sweep = Math.round(draws.uniform(0.5e-3, 8e-3) * rate);
  const direction = draws.choice([-1, 1]);
  const edge = edgeOf(rate);
  const length = sweep * Math.floor(most / sweep);
  return {
    length,
    lead: edge,
    room: 1.1 * band,
    truth: {},
    modulate: () =>
      gated({ length, lead: edge }, edge, (n) => {
        const at = ((n % sweep) + sweep) % sweep;
        return [1, ((Math.PI * direction * band) / rate) * at * (at / sweep - 1)];
      }),
  };
};
