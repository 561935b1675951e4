import type { Detector, DetectorConfig, DetectorSizes, Work } from "./detector.ts";

export type DetectorName = "zf" | "mmse" | "kbest" | "one-pass" | "mtt" | "max-log";

export interface DetectorMethod {
  title: string;
  create(device: GPUDevice, config: DetectorConfig): Promise<Detector>;
  /** Why it does not take some sizes; `undefined` where it does. */
  refusal(sizes: DetectorSizes): string | undefined;
  /** What one channel use costs. */
  operations(sizes: DetectorSizes): Work;
}
