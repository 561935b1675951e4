import { nearestPoint } from "../../constellation/constellation.ts";

/** Errors of one packet: wrong bits and symbols from symbol T on, and mean |a − z|² of the last quarter and of each bin. */
export function countPacketErrors(
  estimates: Float64Array,
  labels: readonly number[],
  points: Float64Array,
  { training, scale, bin }: { training: number; scale: number; bin: number },
): { errors: number; symbolErrors: number; steadyError: number; learning: number[] } {
  const symbols = labels.length;
  const squared = labels.map((label, k) => {
    const [re, im] = [points[2 * label] - estimates[2 * k], points[2 * label + 1] - estimates[2 * k + 1]];
    return re * re + im * im;
  });
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  let [errors, symbolErrors] = [0, 0];
  for (let k = training; k < symbols; k++) {
    const decided = nearestPoint(points, estimates[2 * k] / scale, estimates[2 * k + 1] / scale).label;
    symbolErrors += Number(decided !== labels[k]);
    errors += [...(decided ^ labels[k]).toString(2)].filter((bit) => bit === "1").length;
  }
  const bins = Array.from({ length: Math.ceil(symbols / bin) }, (_, i) => mean(squared.slice(i * bin, (i + 1) * bin)));
  return { errors, symbolErrors, steadyError: mean(squared.slice(-Math.ceil(symbols / 4))), learning: bins };
}
