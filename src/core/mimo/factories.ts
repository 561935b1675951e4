import type { Detector, DetectorConfig } from "./detector.ts";
import { createKBestDetector } from "./k-best.ts";
import { createLinearDetector } from "./linear.ts";
import { createMaxLogDetector } from "./max-log.ts";
import type { DetectorName } from "./registry.ts";
import { createTrellisDetector } from "./trellis.ts";

/** Creates a detector of the registry. All take the same configuration. */
export const createDetector: Readonly<
  Record<DetectorName, (device: GPUDevice, config: DetectorConfig) => Promise<Detector>>
> = {
  zf: (device, config) => createLinearDetector(device, { ...config, criterion: "zf" }),
  mmse: (device, config) => createLinearDetector(device, { ...config, criterion: "mmse" }),
  "one-pass": (device, config) => createTrellisDetector(device, { ...config, passes: "one" }),
  kbest: createKBestDetector,
  mtt: (device, config) => createTrellisDetector(device, { ...config, passes: "multiple" }),
  "max-log": createMaxLogDetector,
};
