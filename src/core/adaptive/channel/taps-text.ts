/**
 * Reads complex taps as a person writes them: "0.8;0.4j;-0.3", "1+0.5j; 0.6e-1".
 *
 * @returns Complex, interleaved.
 * @throws RangeError that names the tap.
 */
export function parseTaps(text: string): Float64Array {
  const taps = text.split(";").map((one) => one.replaceAll(/\s/g, "").replaceAll("−", "-"));
  return Float64Array.from(
    taps.flatMap((tap, l) => {
      const found = TAP.exec(tap);
      const [, re, im] = found ?? [];
      const parts = [Number(re ?? 0), im === undefined ? 0 : Number(/\d/.test(im) ? im : `${im}1`)];
      if (!found || tap === "" || !parts.every(Number.isFinite)) {
        throw new RangeError(`tap ${l} must be a complex number, for example 0.8, 0.4j or 1-0.5j, got “${tap}”`);
      }
      return parts;
    }),
  );
}

const NUMBER = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?`;
/** A real part that no "j" follows, and an imaginary part whose number may be missing. */
const TAP = new RegExp(
  `^(?:(${NUMBER})(?![\\d.]*[ij])(?=$|[+-]))?(?:([+-]?(?:(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?)?)[ij])?$`,
  "i",
);
