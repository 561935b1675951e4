import { normals, philox } from "../random/philox.ts";
import type { FrontEndSettings } from "./front-end.ts";
import { kaiserSinc } from "./kaiser-sinc.ts";

/** Returns r[n] = e^{j(ωn + φ)}·x(n + δ + ε(n − origin)) + σ·w[n] for a slot of packet `packet`, complex; x is 0 outside. */
export function applyFrontEnd(
  x: ArrayLike<number>,
  packet: number,
  {
    offset,
    phase,
    shift,
    stretch,
    origin,
    noiseVariance,
    seed,
  }: FrontEndSettings & { noiseVariance: number; seed: number },
): Float64Array {
  const sigma = Math.sqrt(noiseVariance / 2);
  const r = new Float64Array(x.length);
  for (let n = 0; n < x.length / 2; n++) {
    const time = n + shift + stretch * (n - origin);
    let [re, im] = [0, 0];
    for (let at = Math.floor(time) - 15; at <= Math.floor(time) + 16; at++) {
      if (at < 0 || at >= x.length / 2) continue;
      const weight = shift || stretch ? kaiserSinc(time - at) : Number(at === n);
      re += weight * x[2 * at];
      im += weight * x[2 * at + 1];
    }
    const [cos, sin] = [Math.cos(offset * n + phase), Math.sin(offset * n + phase)];
    const words = philox([Math.floor(n / 2), packet, 0, 0], [seed, 19]);
    const noise = n % 2 ? normals(words[2], words[3]) : normals(words[0], words[1]);
    r[2 * n] = re * cos - im * sin + sigma * noise[0];
    r[2 * n + 1] = re * sin + im * cos + sigma * noise[1];
  }
  return r;
}
