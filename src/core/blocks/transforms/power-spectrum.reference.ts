import { windowValues } from "../../filter-design/windows.ts";
import type { Float64Block } from "../../flow/build/block-factory.ts";
import { numbersOfPairs } from "../complex-pairs.ts";
import { fftFloat64 } from "./fft.float64.ts";
import type { PowerSpectrum } from "./power-spectrum.ts";

export function powerSpectrumFloat64({ length, window, average, scale }: PowerSpectrum): Float64Block {
  const transform = fftFloat64({ length, window, direction: "forward", shift: "yes", scale: "1" });
  const sum = windowValues(window, length, true).reduce((total, value) => total + value, 0);
  return ({ in: x }, firings) => {
    const powers = numbersOfPairs(transform({ in: x }, firings).out, (re, im) => re * re + im * im);
    const out = new Float64Array(powers.length / average);
    for (const [i, power] of powers.entries()) {
      out[Math.floor(i / (length * average)) * length + (i % length)] += power / (average * sum * sum);
    }
    return { out: scale === "dB" ? out.map((power) => 10 * Math.log10(Math.max(power, 2 ** -252))) : out };
  };
}
