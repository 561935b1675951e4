import { expect, it } from "vitest";
import { POWERS, withPower } from "./powers.ts";

it("labels with powers of ten become plain text, with and without a mantissa", () => {
  expect(withPower("10<sup>−3</sup>")).toBe("10⁻³");
  expect(withPower("2x10<sup>−12</sup>")).toBe("2 × 10⁻¹²");
  expect(withPower("1.25×10<sup>6</sup>")).toBe("1.25 × 10⁶");
  expect(withPower("−1.5×10<sup>4</sup>")).toBe("−1.5 × 10⁴");
  for (const label of ["10", "0.5", "MMSE", "5k"]) expect(withPower(label)).toBeUndefined();
});

it("an axis finds such a label as an alias that the object itself holds, and no other one", () => {
  expect(Object.hasOwn(POWERS, "1.5×10<sup>−6</sup>")).toBe(true);
  expect(Object.hasOwn(POWERS, "1.5")).toBe(false);
});
