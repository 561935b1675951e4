import { speech } from "./speech.ts";
import { edgeOf, gated, type BurstModulator } from "./waveform.ts";

/** The highest frequency of the sound with room, Hz. */
const SOUND = 4000;

/** Amplitude modulation with a carrier: 1 + depth · sound. */
export const am: BurstModulator = ({ rate, length, draws, content }) => {
  const depth = draws.uniform(0.3, 1);
  const edge = edgeOf(rate);
  return {
    length,
    lead: edge,
    room: 2 * SOUND,
    truth: {},
    bandwidth3dBHz: null,
    modulate() {
      const sound = speech(content, rate, -edge, length + edge);
      return gated({ length, lead: edge }, edge, (n) => [1 + depth * sound.value(n), 0]);
    },
  };
};

/** Frequency modulation. The deviation is the largest one. */
export const fm: BurstModulator = ({ rate, length, draws, content }) => {
  const deviationHz = draws.uniform(2500, 75_000);
  const edge = edgeOf(rate);
  return {
    length,
    lead: edge,
    room: 2 * (deviationHz + SOUND),
    truth: { deviationHz },
    modulate() {
      const sound = speech(content, rate, -edge, length + edge);
      return gated({ length, lead: edge }, edge, (n) => [1, 2 * Math.PI * deviationHz * sound.integral(n)]);
    },
  };
};
