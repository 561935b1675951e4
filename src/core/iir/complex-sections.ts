import complexSections from "#shaders/iir/lib/complex-sections.wgsl?raw";
import complexLibrary from "#shaders/lib/complex.wgsl?raw";
import type { Page, StreamPlan } from "../flow/graph/block.ts";
import { abs, add, type Complex, complex, mul, sub } from "../filter-design/complex.ts";
import { type ComplexSection, complexZpk } from "../filter-design/complex-sections.ts";
import { inPasses } from "./passes.ts";
import { MOST_COMPLEX_SECTIONS } from "./limits.ts";
import { systemOf } from "./state-space.ts";
import { createTiled, type Schedule, type StreamInput } from "./tiled.ts";

export interface ComplexSectionsConfig extends Page, Schedule, StreamInput {
  /** In cascade, in this order; the samples are complex. */
  sections: readonly ComplexSection[];
}

/**
 * Second-order sections with complex coefficients in cascade, by a scan of states as in `iir/sections`.
 *
 * @throws RangeError for sizes out of their ranges and for an unstable filter, with the name of its pole.
 */
export function createComplexSections(device: GPUDevice, config: ComplexSectionsConfig): Promise<StreamPlan> {
  const label = "iir/complex-sections";
  const { poles } = complexZpk(config.sections);
  return inPasses({ ...config, label, most: MOST_COMPLEX_SECTIONS, poles }, (page) => {
    const parts = page.sections.flatMap(partsOf);
    return createTiled(device, {
      ...page,
      wgsl: [complexSections, complexLibrary],
      parts: 2,
      stride: 1,
      system: stateSpace(parts),
      forward: parts.flatMap(({ direct, residue }) => numbersOf([direct, residue])),
      backward: numbersOf(parts.map(({ pole }) => pole)),
    });
  });
}

const numbersOf = (values: readonly Complex[]) => values.flatMap(({ re, im }) => [re, im]);

/** A part of a section, y = f·x + s, s ← r·x + p·s. */
interface Part {
  direct: Complex;
  residue: Complex;
  pole: Complex;
}

/** A section's two parts: each pole with the zero nearest to it, the one nearest the unit circle first. */
function partsOf(section: ComplexSection): [Part, Part] {
  const { zeros, poles, gain } = complexZpk([section]);
  const away = poles.toSorted((a, b) => abs(b) - abs(a));
  const delays = Math.max(
    0,
    section.b.findIndex((value) => abs(value) > 0),
  );
  const left = [...zeros];
  const part = (i: number, factor: Complex): Part => {
    const pole = away[i] ?? complex(0);
    // The numerator 1 − zero·z⁻¹, or z⁻¹ for a section that starts with a delay.
    const nearest = left.toSorted((a, b) => abs(sub(a, pole)) - abs(sub(b, pole)))[0];
    if (i < delays) return { direct: complex(0), residue: factor, pole };
    if (nearest) left.splice(left.indexOf(nearest), 1);
    return { direct: factor, residue: mul(factor, sub(pole, nearest ?? complex(0))), pole };
  };
  return [part(0, gain), part(1, complex(1))];
}

/** A cascade's states in order, real and imaginary parts of each: A is block lower triangular. */
const stateSpace = (parts: readonly Part[]) =>
  systemOf(2 * parts.length, (input, before) => {
    let x = complex(input);
    const states = parts.map(({ direct, residue, pole }, k) => {
      const s = complex(before[2 * k], before[2 * k + 1]);
      const after = add(mul(residue, x), mul(pole, s));
      x = add(mul(direct, x), s);
      return after;
    });
    return Float64Array.from(numbersOf(states));
  });
