import type { Detector, DetectorConfig, DetectorSizes, Work } from "./detector.ts";
import { kBestRefusal, maxLogRefusal, trellisRefusal } from "./refusals.ts";
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

// Fetched when the first one is made: titles, refusals and costs are wanted where there is no device.
const linear =
  (criterion: "zf" | "mmse"): DetectorMethod["create"] =>
  async (device, config) =>
    (await import("./linear.ts")).createLinearDetector(device, { ...config, criterion });
const trellis =
  (passes: "one" | "multiple"): DetectorMethod["create"] =>
  async (device, config) =>
    (await import("./trellis.ts")).createTrellisDetector(device, { ...config, passes });

/** The detectors, from the simplest to the best one. All of them take the same config. */
export const detectors: Readonly<Record<DetectorName, DetectorMethod>> = {
  zf: {
    title: "Zero forcing",
    create: linear("zf"),
    refusal: () => undefined,
    operations: linearWork,
  },
  mmse: {
    title: "MMSE",
    create: linear("mmse"),
    refusal: () => undefined,
    operations: linearWork,
  },
  "one-pass": {
    title: "One-pass trellis",
    create: trellis("one"),
    refusal: trellisRefusal,
    operations: onePassWork,
  },
  kbest: {
    title: "K-best",
    create: async (device, config) => (await import("./k-best.ts")).createKBestDetector(device, config),
    refusal: kBestRefusal,
    operations: kBestWork,
  },
  mtt: {
    title: "Multi-pass trellis (MTT)",
    create: trellis("multiple"),
    refusal: trellisRefusal,
    operations: mttWork,
  },
  "max-log": {
    title: "Exhaustive max-log",
    create: async (device, config) => (await import("./max-log.ts")).createMaxLogDetector(device, config),
    refusal: maxLogRefusal,
    operations: maxLogWork,
  },
};
