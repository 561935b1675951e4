import { WINDOW_ORIGIN } from "../blocks.ts";
import { CHANNEL_TAPS } from "./span.ts";
import { FIRST_ROW, pilotColumns, pilotInverse, ROWS } from "./pilot.ts";

/**
 * ĥ = (X†X)^(−1)X†·r̃ (2.11), complex pairs, index 0 ↔ n = −12, and σ̂² = |r̃ − Xĥ|²/(2·309) per real dimension (2.14).
 *
 * @param window A packet's window, its sample 0 at index 200. Complex pairs.
 */
export function estimateChannel(window: Float64Array): { impulse: Float64Array; noise: number } {
  const first = 2 * (WINDOW_ORIGIN + FIRST_ROW);
  const residual = Float64Array.from(window.subarray(first, first + 2 * ROWS));
  const impulse = new Float64Array(2 * CHANNEL_TAPS);
  for (const [tap, row] of pilotInverse().entries()) {
    for (let i = 0; i < row.length; i += 2) {
      impulse[2 * tap] += row[i] * residual[i] - row[i + 1] * residual[i + 1];
      impulse[2 * tap + 1] += row[i] * residual[i + 1] + row[i + 1] * residual[i];
    }
  }
  for (const [tap, column] of pilotColumns.entries()) {
    const [re, im] = impulse.subarray(2 * tap, 2 * tap + 2);
    for (let i = 0; i < column.length; i += 2) {
      residual[i] -= re * column[i] - im * column[i + 1];
      residual[i + 1] -= re * column[i + 1] + im * column[i];
    }
  }
  const noise = residual.reduce((sum, x) => sum + x * x, 0) / (2 * (ROWS - CHANNEL_TAPS));
  return { impulse, noise };
}
