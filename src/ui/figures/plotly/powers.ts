import { powerOfTen } from "../../format.ts";

/** Returns Plotly's label "1.5×10<sup>−6</sup>" as plain text: 1.5 × 10⁻⁶. Undefined if it has no raised part. */
export function withPower(label: string | symbol): string | undefined {
  const [, mantissa, exponent] = /^(?:(.+)[x×])?10<sup>(.+)<\/sup>$/.exec(String(label)) ?? [];
  if (exponent === undefined) return undefined;
  const power = powerOfTen(Number(exponent.replace("−", "-")));
  return mantissa === undefined ? power : `${mantissa} × ${power}`;
}

/**
 * An axis's aliases for every label with a power of ten. Plotly would raise the exponent with a style attribute, which
 * the page's policy refuses.
 */
export const POWERS: object = new Proxy(
  {},
  {
    get: (none, label) => withPower(label) ?? Reflect.get(none, label),
    getOwnPropertyDescriptor(_, label) {
      const value = withPower(label);
      return value === undefined ? undefined : { value, configurable: true, enumerable: true };
    },
  },
);
