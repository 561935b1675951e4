import { fft } from "../../fft/fft.float64.ts";
import { circularChannel } from "./circular.reference.ts";

/** Returns a block as it is sent, x = s or x = √N·IDFT(s), and the spectrum DFT(h ⊛ x + w) of the received one. */
export function sendBlock(
  symbols: Float64Array,
  taps: Float64Array,
  noise: Float64Array,
  isMulticarrier: boolean,
): { sent: Float64Array; spectrum: Float64Array } {
  const root = Math.sqrt(symbols.length / 2);
  const sent = isMulticarrier ? fft(symbols, true).map((part) => root * part) : symbols;
  return { sent, spectrum: fft(circularChannel(sent, taps, noise)) };
}
