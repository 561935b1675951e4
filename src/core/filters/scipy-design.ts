import { isFamily, type FilterSpec } from "../filter-design/spec.ts";
import { bandOf } from "./names.ts";
import type { FilterView } from "./view.ts";

const FAMILY_CALLS = {
  butterworth: { design: "butter", order: "buttord" },
  chebyshev1: { design: "cheby1", order: "cheb1ord" },
  chebyshev2: { design: "cheby2", order: "cheb2ord" },
  elliptic: { design: "ellip", order: "ellipord" },
  bessel: { design: "bessel" },
} as const;

const list = (value: number | readonly number[]) => JSON.stringify(value);
const SECTIONS = "return [(row[:3], row[3:]) for row in sos]";

/**
 * Lines of Python that design the same filter with SciPy and return [(b, a), …]; undefined where SciPy has no equivalent: FIR
 * filters to a mask, sloping gains, and filters given by zeros, sections or taps.
 */
export function scipyDesign({ spec, rate }: Pick<FilterView, "spec" | "rate">): string[] | undefined {
  const end = `fs=${rate}`;
  if ("order" in spec) return familyByOrder(spec, end);
  if ("pass" in spec)
    return isFamily(spec.type) ? familyToMask(spec as Extract<typeof spec, { pass: unknown }>, end) : undefined;
  if (spec.type === "window") {
    const { length, cutoff, window = spec.beta === undefined ? "hamming" : "kaiser", beta } = spec;
    const named = { rectangular: `"boxcar"`, kaiser: `("kaiser", ${beta})` }[window as string] ?? `"${window}"`;
    return [
      `return [(signal.firwin(${length}, ${list(cutoff)}, window=${named}, pass_zero="${bandOf(spec)}", ${end}), [1])]`,
    ];
  }
  if (spec.type === "least-squares") {
    const { length, bands, gains, weights } = spec;
    const weight = weights ? `, weight=${list(weights)}` : "";
    return [`return [(signal.firls(${length}, ${list(bands)}, ${list(gains)}${weight}, ${end}), [1])]`];
  }
  return spec.type === "remez" ? remezCall(spec, end) : undefined;
}

type Of<Key extends string> = Extract<FilterSpec, Record<Key, unknown>>;

function familyByOrder(spec: Of<"order">, end: string): string[] {
  const { type, order, cutoff, ripple, attenuation, norm } = spec;
  const own = type === "bessel" ? [] : [ripple, attenuation].filter((value) => value !== undefined);
  const more = type === "bessel" ? `, norm="${norm ?? "phase"}"` : "";
  const call = `signal.${FAMILY_CALLS[type].design}(${[order, ...own].join(", ")}, ${list(cutoff)}, btype="${bandOf(spec)}"${more}`;
  return [`sos = ${call}, output="sos", ${end})`, SECTIONS];
}

function familyToMask(spec: Of<"pass">, end: string): string[] {
  const { type, pass, stop, ripple, attenuation } = spec;
  const names = FAMILY_CALLS[type as keyof typeof FAMILY_CALLS];
  const own =
    { chebyshev1: [ripple], chebyshev2: [attenuation], elliptic: [ripple, attenuation] }[type as string] ?? [];
  const asked = [list(pass), list(stop), ripple, attenuation].join(", ");
  return [
    `order, cutoff = signal.${"order" in names ? names.order : ""}(${asked}, ${end})`,
    `sos = signal.${names.design}(${["order", ...own, "cutoff"].join(", ")}, btype="${bandOf(spec)}", output="sos", ${end})`,
    SECTIONS,
  ];
}

/** SciPy's remez takes one gain per band and finds its extrema on a grid; a dense grid gives nearly the optimum. */
function remezCall(spec: Of<"gains">, end: string): string[] | undefined {
  const { length, bands, gains, weights, symmetry = "even", relative } = spec;
  const flat = gains.every((gain, i) => i % 2 === 0 || gain === gains[i - 1]);
  if (!flat || relative) return undefined;
  const each = gains.filter((_, i) => i % 2 === 0);
  const type = symmetry === "even" ? "bandpass" : "hilbert";
  const weight = weights ? `, weight=${list(weights)}` : "";
  return [
    `return [(signal.remez(${length}, ${list(bands)}, ${list(each)}${weight}, type="${type}", grid_density=512, ${end}), [1])]`,
  ];
}
