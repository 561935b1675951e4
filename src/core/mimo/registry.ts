import type { Detector, DetectorConfig, DetectorSizes, Work } from "./detector.ts";
import { createKBestDetector, kBestRefusal } from "./k-best.ts";
import { createLinearDetector } from "./linear.ts";
import { createMaxLogDetector, maxLogRefusal } from "./max-log.ts";
import { createTrellisDetector, trellisRefusal } from "./trellis.ts";
import { kBestWork, linearWork, maxLogWork, mttWork, onePassWork } from "./work.ts";

export type DetectorName = "zf" | "mmse" | "kbest" | "one-pass" | "mtt" | "max-log";

export interface DetectorMethod {
  title: string;
  create(device: GPUDevice, config: DetectorConfig): Promise<Detector>;
  /** Why it does not take some sizes; `undefined` where it does. */
  refusal(sizes: DetectorSizes): string | undefined;
  /** What one channel use costs. */
  operations(sizes: DetectorSizes): Work;
}

/** The detectors, from the simplest to the best one. All of them take the same config. */
export const detectors: Readonly<Record<DetectorName, DetectorMethod>> = {
  zf: {
    title: "Zero forcing",
    create: (device, config) => createLinearDetector(device, { ...config, criterion: "zf" }),
    refusal: () => undefined,
    operations: linearWork,
  },
  mmse: {
    title: "MMSE",
    create: (device, config) => createLinearDetector(device, { ...config, criterion: "mmse" }),
    refusal: () => undefined,
    operations: linearWork,
  },
  "one-pass": {
    title: "One-pass trellis",
    create: (device, config) => createTrellisDetector(device, { ...config, passes: "one" }),
    refusal: trellisRefusal,
    operations: onePassWork,
  },
  kbest: { title: "K-best", create: createKBestDetector, refusal: kBestRefusal, operations: kBestWork },
  mtt: {
    title: "Multi-pass trellis (MTT)",
    create: (device, config) => createTrellisDetector(device, { ...config, passes: "multiple" }),
    refusal: trellisRefusal,
    operations: mttWork,
  },
  "max-log": {
    title: "Exhaustive max-log",
    create: createMaxLogDetector,
    refusal: maxLogRefusal,
    operations: maxLogWork,
  },
};
