import { abs, type Complex, conj, polar, sub } from "./complex.ts";
import { magnitude } from "./response.ts";
import { isReal, type Zpk } from "./zpk.ts";

export interface PlaneDesign {
  /** Points as they were put: a point off the real axis stands for itself and its conjugate, given or not. */
  zeros: readonly Complex[];
  poles: readonly Complex[];
  /** Where the gain is set, in units of the Nyquist frequency. */
  frequency: number;
  /** |H| there. */
  level: number;
}

/** Nearer to its conjugate's place than this, a point is taken for it. */
const SAME = 1e-9;

/** Adds the conjugates that are missing. */
export function closeConjugates(points: readonly Complex[]): Complex[] {
  const left = [...points];
  const closed: Complex[] = [];
  for (let point = left.shift(); point; point = left.shift()) {
    if (isReal(point)) {
      closed.push({ re: point.re, im: 0 });
      continue;
    }
    const mirror = conj(point);
    const match = left.findIndex((other) => abs(sub(other, mirror)) < SAME);
    if (match !== -1) left.splice(match, 1);
    closed.push(point, mirror);
  }
  return closed;
}

/**
 * A filter from zeros and poles put by hand.
 *
 * @throws RangeError if a zero or a pole lies where the gain is to be set.
 */
export function fromPlane({ zeros, poles, frequency, level }: PlaneDesign): Zpk {
  const closed = { zeros: closeConjugates(zeros), poles: closeConjugates(poles), gain: 1 };
  const now = magnitude(closed, polar(1, Math.PI * frequency));
  if (!(now > 0 && now < Infinity)) {
    throw new RangeError(
      `filter-design/plane: gain must be set off zeros and poles on the circle, got frequency ${frequency}`,
    );
  }
  return { ...closed, gain: level / now };
}
