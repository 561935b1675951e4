import { type Complex, complex, mul, scale } from "../filter-design/complex.ts";
import type { IirFilter } from "../filter-design/registry.ts";
import { toParallel } from "../filter-design/residues.ts";

/** y[n] = direct·x[n] + Re Σ weight·w[n], w[n] = pole·w[n−1] + x[n]; one pole of each pair counts twice. */
export interface Fractions {
  direct: number;
  poles: Complex[];
  weights: Complex[];
}

/** Most partial fractions of a filter: one per pair of poles. */
const MOST_FRACTIONS = 64;

/**
 * Partial fractions of a filter.
 *
 * @throws RangeError for repeated poles, for more zeros than poles where residues cancel (`design/residues.ts`), for more than 64 fractions, and for
 *   sections that begin with a delay, which zeros and poles do not tell.
 */
export function fractionsOf({ zpk, sections }: Pick<IirFilter, "zpk" | "sections">): Fractions {
  const late = sections.findIndex(([b0, b1, b2]) => b0 === 0 && (b1 !== 0 || b2 !== 0));
  if (late !== -1)
    throw new RangeError(`iir/poles: sections must not begin with a delay, got b0 = 0 in number ${late}`);
  const { direct, terms } = toParallel(zpk);
  if (terms.length > MOST_FRACTIONS) {
    throw new RangeError(`iir/poles: must have at most ${MOST_FRACTIONS} partial fractions, got ${terms.length}`);
  }
  return {
    direct,
    poles: terms.map(({ pole }) => pole),
    weights: terms.map(({ pole, residue }) => scale(residue, pole.im === 0 ? 1 : 2)),
  };
}

/** Four complex numbers as `lib/poles.wgsl` has them. */
const FOUR = 4;
/** Their bytes: four real parts, four imaginary ones. */
export const FOUR_BYTES = 32;

/** Number of groups of four for a number of poles. */
export const foursOf = (poles: readonly Complex[]) => Math.max(1, Math.ceil(poles.length / FOUR));

/** p^exponent by repeated squaring, exact up to float64's rounding, for exponents up to 2^31. */
export function complexPower(point: Complex, exponent: number): Complex {
  let [result, square] = [complex(1), point];
  for (let rest = exponent; rest > 0; rest >>>= 1) {
    if (rest & 1) result = mul(result, square);
    square = mul(square, square);
  }
  return result;
}

/** Lists of complex numbers, one per pole, as float32 [four][list], padded with zeros. */
export function packFours(lists: readonly (readonly Complex[])[]): Float32Array<ArrayBuffer> {
  const fours = foursOf(lists[0]);
  const packed = new Float32Array(fours * lists.length * 2 * FOUR);
  lists.forEach((list, l) => {
    list.forEach(({ re, im }, k) => {
      const at = (Math.floor(k / FOUR) * lists.length + l) * 2 * FOUR + (k % FOUR);
      packed[at] = re;
      packed[at + FOUR] = im;
    });
  });
  return packed;
}

/** Factors of a prefix sum over `places` places, [four][step]: poles to the power of `span` · 2^step. */
export const prefixPowers = (poles: readonly Complex[], span: number, places: number): Float32Array<ArrayBuffer> =>
  packFours(
    // A prefix sum of one place needs none, but a buffer cannot be empty.
    Array.from({ length: Math.max(1, Math.log2(places)) }, (_, step) =>
      poles.map((pole) => complexPower(pole, span * 2 ** step)),
    ),
  );
