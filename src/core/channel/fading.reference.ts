import { normals, philox } from "../random/philox.ts";

interface Fading {
  powers: ArrayLike<number>;
  instants: number;
  /** Largest Doppler shift, turns from one instant to the next. */
  doppler: number;
  seed: number;
}

const SINUSOIDS = 8;

/** Returns the gains of packet `packet`, complex [instant][tap]. */
export function packetGains(packet: number, { powers, instants, doppler, seed }: Fading): Float64Array {
  const gains = new Float64Array(2 * instants * powers.length);
  for (let tap = 0; tap < powers.length; tap++) {
    for (let s = 0; s < SINUSOIDS; s++) {
      const words = philox([tap, packet, s, 0], [seed, 18]);
      const scale = Math.sqrt(powers[tap] / (2 * SINUSOIDS));
      const [x, y] = normals(words[0], words[1]).map((value) => scale * value);
      const turns = doppler * Math.cos((2 * Math.PI * words[2]) / 2 ** 32);
      for (let i = 0; i < instants; i++) {
        const [cos, sin] = [Math.cos(2 * Math.PI * turns * i), Math.sin(2 * Math.PI * turns * i)];
        gains[2 * (i * powers.length + tap)] += x * cos - y * sin;
        gains[2 * (i * powers.length + tap) + 1] += x * sin + y * cos;
      }
    }
  }
  return gains;
}
