import { phaseOf, phaseTurns } from "../../analog/phase.ts";
import type { Float64Block } from "../../flow/build/block-factory.ts";
import type { SignalSource } from "./signal-source.ts";

/** One period of each waveform, over turns from −0.5 to 0.5. */
const WAVES: Readonly<Record<SignalSource["waveform"], (turns: number) => number>> = {
  cosine: (turns) => Math.cos(2 * Math.PI * turns),
  sine: (turns) => Math.sin(2 * Math.PI * turns),
  constant: () => 1,
  square: (turns) => (turns < 0 ? 1 : 0),
  triangle: (turns) => 1 - 2 * Math.abs(turns),
  sawtooth: (turns) => turns + 0.5,
};

export function signalSourceFloat64(parameters: SignalSource): Float64Block {
  const { type, waveform, rate, frequency, amplitude, offset } = parameters;
  const step = phaseOf(frequency / (rate || 1));
  let phase = phaseOf((parameters.phase / (2 * Math.PI)) % 1);
  // A complex sine is a complex cosine, as in GNU Radio.
  const wave = WAVES[type === "complex" && waveform === "sine" ? "cosine" : waveform];
  const quarter = 1n << 62n;
  const imaginary = (at: bigint) => (waveform === "constant" ? 0 : amplitude * wave(phaseTurns(at - quarter)));
  return (_, firings) => {
    const out = new Float64Array(type === "complex" ? 2 * firings : firings);
    for (let n = 0; n < firings; n++, phase += step) {
      const real = amplitude * wave(phaseTurns(phase)) + offset;
      if (type === "real") out[n] = real;
      else out.set([real, imaginary(phase)], 2 * n);
    }
    return { out };
  };
}
