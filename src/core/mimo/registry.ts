import type { DetectorSizes, DetectorWork } from "./detector.ts";
import { kBestRefusal, maxLogRefusal, mttRefusal, trellisRefusal } from "./refusals.ts";
import { kBestWork, linearWork, maxLogWork, mmsePicWork, mttWork, onePassWork } from "./work.ts";

/** Settings that only some detectors have. */
export type DetectorSetting = "candidates" | "orders" | "sorting" | "clip";

/** The detectors, by stem. */
export type DetectorName = "zf" | "mmse" | "mmse-pic" | "kbest" | "one-pass" | "mtt" | "max-log";

/** Facts about a detector that need no device; `factories.ts` creates it. */
export interface DetectorMethod {
  title: string;
  /** Whether it takes prior LLRs of the bits. */
  priors: boolean;
  /** The settings that change it. */
  settings: readonly DetectorSetting[];
  /** Why it does not support the sizes; `undefined` where it does. */
  refusal(sizes: DetectorSizes): string | undefined;
  /** Work per channel use. */
  operations(sizes: DetectorSizes): DetectorWork;
}

/**
 * The detectors, from the simplest to the best one.
 *
 * @example
 * ```ts
 * import { detectors } from "threeray/mimo";
 *
 * console.log(Object.keys(detectors).join(", ")); // zf, mmse, mmse-pic, one-pass, kbest, mtt, max-log
 * ```
 */
export const detectors: Readonly<Record<DetectorName, DetectorMethod>> = {
  zf: {
    title: "Zero forcing",
    priors: false,
    settings: [],
    refusal: () => undefined,
    operations: linearWork,
  },
  mmse: {
    title: "MMSE",
    priors: false,
    settings: [],
    refusal: () => undefined,
    operations: linearWork,
  },
  "mmse-pic": {
    title: "MMSE with interference cancellation (MMSE-PIC)",
    priors: true,
    settings: [],
    refusal: () => undefined,
    operations: mmsePicWork,
  },
  "one-pass": {
    title: "One-pass trellis",
    priors: false,
    settings: ["clip"],
    refusal: trellisRefusal,
    operations: onePassWork,
  },
  kbest: {
    title: "K-best",
    priors: true,
    settings: ["candidates", "sorting", "clip"],
    refusal: kBestRefusal,
    operations: kBestWork,
  },
  mtt: {
    title: "Multi-pass trellis (MTT)",
    priors: true,
    settings: ["orders", "sorting"],
    refusal: mttRefusal,
    operations: mttWork,
  },
  "max-log": {
    title: "Exhaustive max-log",
    priors: true,
    settings: [],
    refusal: maxLogRefusal,
    operations: maxLogWork,
  },
};
