import type { ListedPoint } from "#core/filter-design/spec.ts";

/** A typed complex number: 0.5, -0.2j, 0.5+0.2j. */
const COMPLEX = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)?(?:([+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)?)[ij])?$/i;

function readPoint(text: string): ListedPoint | undefined {
  const found = text === "" ? null : COMPLEX.exec(text);
  if (!found) return undefined;
  const [, real, imaginary] = found;
  if (imaginary === undefined) return Number(real);
  // In 0.2j the pattern reads the digits as a real part.
  if (real !== undefined && imaginary === "") return [0, Number(real)];
  const im = /\d/.test(imaginary) ? Number(imaginary) : imaginary === "-" ? -1 : 1;
  return [Number(real ?? 0), im];
}

/** The numbers of a typed list; undefined where an entry is not a number. */
export function readPoints(text: string): ListedPoint[] | undefined {
  const points = text
    .replaceAll("−", "-")
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(readPoint);
  return points.length > 0 && points.every((point) => point !== undefined) ? points : undefined;
}

/** A number as text that `readPoints` reads. */
export function writePoint(point: ListedPoint): string {
  const [re, im] = typeof point === "number" ? [point, 0] : point;
  return im === 0 ? String(re) : `${re}${im < 0 ? "-" : "+"}${Math.abs(im)}j`;
}
