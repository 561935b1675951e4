import { type Path, pathPower, response } from "../../channel/paths.ts";
import { psd } from "../soqpsk/spectrum.ts";

/** Returns the mean received power of a signal of unit power over all paths, P = Σ Ψ|H|² / N. */
export function receivedPower(paths: readonly Path[]): number {
  const BINS = 1024;
  const H = response(paths, BINS);
  return psd(BINS).reduce((sum, value, k) => sum + value * (H[2 * k] ** 2 + H[2 * k + 1] ** 2), 0) / BINS;
}

/** Returns the received power of the direct (first) path alone. */
export function directPower(paths: readonly Path[]): number {
  return pathPower(paths[0]);
}

/** Returns the variance of the complex noise for Eb/N0 in dB, at two samples per bit: 2P/(Eb/N0). */
export function noiseVariance(power: number, ebn0Db: number): number {
  return 2 * power * 10 ** (-ebn0Db / 10);
}
