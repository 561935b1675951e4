import { abs, type Complex, complex, div, product, scale, sub } from "./complex.ts";
import { pairs, show, type Zpk } from "./zpk.ts";

/** H = direct + Σ residue/(1 − pole·z⁻¹). */
export interface Parallel {
  direct: number;
  /** Partial fractions, one of each conjugate pair. */
  terms: { residue: Complex; pole: Complex }[];
}

/** Poles closer together than this count as repeated. */
const APART = 1e-6;
/** Largest accepted residue: a sum of larger ones loses half of float64's digits by cancellation. */
const GROWTH = 1e8;

/**
 * Partial fractions in z⁻¹, by r = gain·Π(1 − zero/p)/Π(1 − other/p).
 *
 * @throws RangeError for repeated poles, for more zeros than poles, and where residues cancel: use sections in cascade there.
 */
export function toParallel({ zeros, poles, gain }: Zpk): Parallel {
  const where = "filter-design/residues";
  const away = (points: readonly Complex[]) => points.filter((point) => abs(point) > 0);
  const [z, p] = [away(zeros), away(poles)];
  if (z.length > p.length) {
    throw new RangeError(
      `${where}: must have no more zeros than poles off the origin, got ${z.length} and ${p.length}`,
    );
  }
  p.forEach((pole, i) => {
    if (p.slice(0, i).some((other) => abs(sub(pole, other)) < APART)) {
      throw new RangeError(`${where}: poles must be distinct, got ${show(pole)} twice; use cascaded sections`);
    }
  });
  const residueAt = (pole: Complex) => {
    const factor = (point: Complex) => sub(complex(1), div(point, pole));
    // Zeros and poles alternate, so that no partial product overflows.
    const others = p.filter((other) => abs(sub(other, pole)) >= APART);
    const factors = others.map((other, i) => div(i < z.length ? factor(z[i]) : complex(1), factor(other)));
    return scale(product([...factors, ...z.slice(others.length).map(factor)]), gain);
  };
  const { upper, real } = pairs(p, `${where}: poles`);
  const terms = [...upper, ...real.map((re) => complex(re))].map((pole) => ({ pole, residue: residueAt(pole) }));
  const ratio = z.length < p.length ? complex(0) : product(z.map((zero, i) => div(zero, p[i])));
  const largest = Math.max(...terms.map(({ residue }) => abs(residue)), 0);
  if (largest > GROWTH) {
    throw new RangeError(
      `${where}: residues must not exceed ${GROWTH}, got ${largest.toPrecision(3)}; use cascaded sections`,
    );
  }
  return { direct: gain * ratio.re, terms };
}
