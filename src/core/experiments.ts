/** The experiments: one line each. Each module has `runs` and `asks`, by name. */
export const EXPERIMENTS = {
  adaptive: () => import("./adaptive/experiment/runs.ts"),
  equalizers: () => import("./telemetry/experiment/runs.ts"),
  convolution: () => import("./convolution/experiment/runs.ts"),
  filters: () => import("./filters/runs.ts"),
  mimo: () => import("./mimo/experiment/runs.ts"),
  capture: () => import("./capture/runs.ts"),
  listening: () => import("./listening/runs.ts"),
  signals: () => import("./signals/runs.ts"),
  reception: () => import("./telemetry/experiment/reception.ts"),
  turbo: () => import("./codes/turbo/experiment/runs.ts"),
  wifi: () => import("./wifi/experiment/runs.ts"),
  graphs: () => import("./graphs/runs.ts"),
  frames: () => import("./wifi/experiment/reception.ts"),
  tuning: () => import("./tuning/runs.ts"),
  lectures: () => import("./outputs.ts"),
};

export type ExperimentName = keyof typeof EXPERIMENTS;
