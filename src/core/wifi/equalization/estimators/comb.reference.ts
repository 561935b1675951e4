import { binOf, FFT_LENGTH, PILOT_CARRIERS } from "../../frame/symbol.ts";
import { CARRIERS, type Float64Estimator } from "../equalizer.float64.ts";
import { pilotSent } from "../tracking.float64.ts";
import { delayResponse, meanSlope } from "./sta.reference.ts";

/** Pilots between which a carrier is interpolated; those at ±32 have the mean of all four. */
const KNOTS = [-32, ...PILOT_CARRIERS, 32];

/** Interpolates the pilots of a spectrum after the removal of a delay. */
function interpolated(carriers: Float64Array, slope: number): Float64Array {
  const plain = delayResponse(carriers, -slope);
  const pilots = PILOT_CARRIERS.map((carrier) => [plain[2 * binOf(carrier)], plain[2 * binOf(carrier) + 1]]);
  const mean = [0, 1].map((part) => pilots.reduce((sum, pilot) => sum + pilot[part] / 4, 0));
  const values = [mean, ...pilots, mean];
  const H = new Float64Array(2 * FFT_LENGTH);
  for (const [bin, carrier] of CARRIERS.entries()) {
    if (carrier === 0 || Math.abs(carrier) > 26) continue;
    const i = KNOTS.findIndex((knot) => knot > carrier);
    const part = (carrier - KNOTS[i - 1]) / (KNOTS[i] - KNOTS[i - 1]);
    for (const j of [0, 1]) H[2 * bin + j] = (1 - part) * values[i - 1][j] + part * values[i][j];
  }
  return delayResponse(H, slope);
}

/** (1 − α)·H + α·(the interpolated pilots of a symbol). */
export function comb(alpha: number): Float64Estimator {
  let slope = 0;
  return {
    tracked: true,
    pilotError: 0.01,
    begin(training) {
      slope = meanSlope(training);
      return interpolated(training, slope);
    },
    before(H, { carriers, number }) {
      const known = carriers.slice();
      for (const [i, carrier] of PILOT_CARRIERS.entries()) {
        for (const j of [0, 1]) known[2 * binOf(carrier) + j] *= pilotSent(number, i);
      }
      const now = interpolated(known, slope);
      return H.map((value, i) => (1 - alpha) * value + alpha * now[i]);
    },
  };
}
