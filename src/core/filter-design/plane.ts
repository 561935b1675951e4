import { abs, type Complex, conj, polar, sub } from "./complex.ts";
import { magnitudeAt } from "./response.ts";
import { isReal, type Zpk } from "./zpk.ts";

export interface PlaneDesign {
  /** Given points: a point off the real axis also stands for its conjugate, listed or not. */
  zeros: readonly Complex[];
  poles: readonly Complex[];
  /** Frequency at which to set the gain, in units of the Nyquist frequency. */
  frequency: number;
  /** |H| there. */
  level: number;
}

/** A point nearer to another's conjugate than this counts as that conjugate. */
const SAME = 1e-9;

/** Adds missing conjugates. */
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
 * Returns a filter from given zeros and poles.
 *
 * @throws RangeError if a zero or a pole is at the frequency of the gain.
 */
export function fromPlane({ zeros, poles, frequency, level }: PlaneDesign): Zpk {
  const closed = { zeros: closeConjugates(zeros), poles: closeConjugates(poles), gain: 1 };
  const now = magnitudeAt(closed, polar(1, Math.PI * frequency));
  if (!(now > 0 && now < Infinity)) {
    throw new RangeError(
      `filter-design/plane: the frequency of the gain must not be at a zero or a pole on the circle, got ${frequency}`,
    );
  }
  return { ...closed, gain: level / now };
}
