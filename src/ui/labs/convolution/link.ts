import { CONVOLUTION, type ConvolutionComparison, pointsOf } from "#core/convolution/experiment/comparison.ts";
import { WORKGROUPS, type WorkgroupSweep } from "#core/convolution/experiment/workgroups.ts";
import { decodeFields, encodeFields } from "../../kit/link.ts";

/** What a link to the convolution lab holds: the comparison, the sweep over workgroup sizes, and the units shown. */
export interface ComparisonLink extends Pick<WorkgroupSweep, "kernels" | "groups"> {
  config: ConvolutionComparison;
  /** Whether times and operations are per signal instead of per batch. */
  perSignal: boolean;
}

/** Returns a link to the convolution lab: `#convolution?v=1&filter=23&sweep=batch&range=1:*4:4096&kernels=copy,direct&per=signal`. */
export function encodeComparison({ config, kernels, groups, perSignal }: ComparisonLink): string {
  const [, ...sweep] = encodeFields(WORKGROUPS, { ...WORKGROUPS.defaults, kernels, groups });
  const parts = [...encodeFields(CONVOLUTION, config), ...sweep];
  if (perSignal) parts.push("per=signal");
  return `#${config.lab}?${parts.join("&")}`;
}

/** @throws RangeError or TypeError that names the field, what it takes and what was found. */
export function decodeComparison(fragment: string): ComparisonLink {
  const sweep: Partial<Record<"kernels" | "groups", unknown>> = {};
  let perSignal = false;
  const given = decodeFields(CONVOLUTION, fragment, {
    kernels: (text) => (sweep.kernels = text.split(",")),
    groups: (text) => (sweep.groups = text),
    per(text) {
      if (text !== "signal") throw new RangeError(`link: per must be signal, got "${text}"`);
      perSignal = true;
    },
  });
  const config = CONVOLUTION.parse(given);
  pointsOf(config);
  const { kernels, groups } = WORKGROUPS.parse(sweep);
  return { config, kernels, groups, perSignal };
}
