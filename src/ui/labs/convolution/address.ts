import { CONVOLUTION, type ConvolutionComparison, comparisonPoints } from "#core/convolution/experiment/comparison.ts";
import { WORKGROUPS, type WorkgroupSweep } from "#core/convolution/experiment/workgroups.ts";
import { SLIDING_FILTERS, SLIDING_SIGNALS, type SlidingChoice } from "#core/convolution/sliding.float64.ts";
import { decodeFields, encodeFields } from "#core/configuration/address.ts";

/** What a link to the convolution lab holds: the comparison, the sweep over workgroup sizes, and the units shown. */
export interface ConvolutionAddress extends Pick<WorkgroupSweep, "kernels" | "groups"> {
  config: ConvolutionComparison;
  /** What the sliding convolution shows. */
  sliding: Sliding;
  /** Whether times and operations are per signal instead of per batch. */
  perSignal: boolean;
}

/** The figure of a convolution that slides: signals, what is shown of them, and its step, from 0. */
export interface Sliding extends SlidingChoice {
  view: SlidingView;
  step: number;
}

/** One output as a sum of products, or the blocks of overlap-save. */
export const SLIDING_VIEWS = ["sum", "blocks"] as const;
export type SlidingView = (typeof SLIDING_VIEWS)[number];

export const DEFAULT_SLIDING: Sliding = { signal: "rectangle", filter: "decay", view: "sum", step: 9 };

/** Returns a link to the convolution lab: `#convolution?v=1&filter=23&sweep=batch&range=1:*4:4096&kernels=copy,direct&per=signal`. */
export function encodeComparison({ config, kernels, groups, perSignal, sliding }: ConvolutionAddress): string {
  const [, ...sweep] = encodeFields(WORKGROUPS, { ...WORKGROUPS.defaults, kernels, groups });
  const parts = [...encodeFields(CONVOLUTION, config), ...sweep];
  if (perSignal) parts.push("per=signal");
  const slide = slideText(sliding);
  if (slide !== slideText(DEFAULT_SLIDING)) parts.push(`slide=${slide}`);
  return `#${config.lab}?${parts.join("&")}`;
}

/** @throws RangeError or TypeError that names the field, what it takes and what was found. */
export function decodeComparison(fragment: string): ConvolutionAddress {
  const sweep: Partial<Record<"kernels" | "groups", unknown>> = {};
  let perSignal = false;
  let sliding = DEFAULT_SLIDING;
  const given = decodeFields(CONVOLUTION, fragment, {
    kernels: (text) => (sweep.kernels = text.split(",")),
    groups: (text) => (sweep.groups = text),
    per(text) {
      if (text !== "signal") throw new RangeError(`link: per must be signal, got "${text}"`);
      perSignal = true;
    },
    slide: (text) => (sliding = slidingOf(text)),
  });
  const config = CONVOLUTION.parse(given);
  comparisonPoints(config);
  const { kernels, groups } = WORKGROUPS.parse(sweep);
  return { config, kernels, groups, perSignal, sliding };
}

const slideText = ({ signal, filter, view, step }: Sliding) => [signal, filter, view, step].join(",");

function slidingOf(text: string): Sliding {
  const [signal, filter, view, step = "", ...rest] = text.split(",");
  const found = {
    signal: SLIDING_SIGNALS.find((name) => name === signal),
    filter: SLIDING_FILTERS.find((name) => name === filter),
    view: SLIDING_VIEWS.find((name) => name === view),
  };
  if (!found.signal || !found.filter || !found.view || !/^\d{1,2}$/.test(step) || rest.length > 0) {
    const expected = [SLIDING_SIGNALS, SLIDING_FILTERS, SLIDING_VIEWS].map((names) => names.join(" or ")).join(", ");
    throw new RangeError(`link: slide must be ${expected} and a step from 0 to 99, with commas between, got "${text}"`);
  }
  return { signal: found.signal, filter: found.filter, view: found.view, step: Number(step) };
}
