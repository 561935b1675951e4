import { ADAPTIVE_EQUALIZERS } from "../../../core/adaptive/equalizers.ts";
import { EQUALIZERS, THESIS_EQUALIZERS } from "../../../core/telemetry/equalizer/names.ts";
import type { SweepToTime } from "./protocol.ts";

/** A sweep of the bench. */
export interface SweepCase extends Required<Pick<SweepToTime, "experiment" | "config">> {
  /** "sweeps/wifi 16 receivers, 9 points". */
  name: string;
  receivers: number;
  points: number;
  /** It is also timed in another process, as with `--gpus 1`. */
  isAlsoApart: boolean;
}

/** An experiment: its receivers, and how many units a sweep counts in all. An H100 runs their kernels for somewhat less than a second. */
interface Experiment {
  receivers: { count: number; units: number; fields: object }[];
  /** The first and the last point, dB. */
  span: [number, number];
  config(fields: object, points: number[], units: number): object;
}

const POINTS = [1, 9, 20];
/** With this many points sweeps are also timed in another process. All sweeps would take longer than two minutes there. */
const POINTS_APART = 9;

const adaptive = Object.keys(ADAPTIVE_EQUALIZERS);

/** With 1, 6 and 16 receivers; but packets of telemetry have 9 equalizers in all, and a sweep of the Turbo code at most 12 decoders. */
const EXPERIMENTS: Readonly<Record<string, Experiment>> = {
  equalizer: {
    receivers: [
      { count: 1, units: 600_000, fields: { equalizers: ["mmse"] } },
      { count: 6, units: 128_000, fields: { equalizers: THESIS_EQUALIZERS } },
      { count: 9, units: 24_000, fields: { equalizers: EQUALIZERS } },
    ],
    span: [6, 14],
    config: (fields, ebn0s, packets) => ({ scenario: { ...fields, packets }, ebn0s }),
  },
  adaptive: {
    receivers: [
      { count: 1, units: 2_400_000, fields: { equalizers: ["lms"] } },
      { count: 6, units: 144_000, fields: { equalizers: ["mmse", "dfe", "lms", "nlms", "rls", "cma"] } },
      { count: 16, units: 17_600, fields: { equalizers: adaptive.slice(0, 16) } },
    ],
    span: [0, 16],
    config: (fields, points, packets) => ({ ...fields, symbols: 2048, ebn0: points.join(","), packets }),
  },
  turbo: {
    receivers: [
      { count: 1, units: 720_000, fields: { algorithm: ["max-log"] } },
      { count: 6, units: 120_000, fields: { algorithm: ["max-log", "log-map"], iterations: "2,4,6" } },
      {
        count: 12,
        units: 64_000,
        fields: { algorithm: ["max-log", "log-map"], windows: "48,96", iterations: "2,4,6" },
      },
    ],
    span: [0, 0.7],
    config: (fields, points, codewords) => ({ ...fields, ebn0: points.join(","), codewords }),
  },
  mimo: {
    receivers: [
      { count: 1, units: 2_400_000, fields: { detectors: ["mmse"] } },
      { count: 6, units: 320_000, fields: { detectors: ["mmse-pic", "kbest", "mtt"], outer: "1,2" } },
      {
        count: 16,
        units: 120_000,
        fields: { detectors: ["mmse", "mmse-pic", "kbest", "mtt"], outer: "1:1:5" },
      },
    ],
    span: [10, 20],
    config: (fields, points, frames) => ({ ...fields, snr: points.join(","), frames }),
  },
  wifi: {
    receivers: [
      { count: 1, units: 800_000, fields: { rateMbps: ["24"], estimators: ["ls"] } },
      { count: 6, units: 104_000, fields: { rateMbps: ["12", "24"], estimators: ["genie", "ls", "lmmse"] } },
      {
        count: 16,
        units: 32_000,
        fields: { rateMbps: ["6", "12", "24", "54"], estimators: ["genie", "ls", "sta", "lmmse"] },
      },
    ],
    span: [6, 26],
    config: (fields, points, packets) => ({ ...fields, snr: points.join(","), packets }),
  },
};

/** The sweeps of the bench: each experiment with few and many receivers and points. */
export const SWEEP_CASES: readonly SweepCase[] = Object.entries(EXPERIMENTS).flatMap(
  ([experiment, { receivers, span, config }]) =>
    receivers.flatMap(({ count, units, fields }) =>
      POINTS.map((points): SweepCase => {
        const name = `sweeps/${experiment} ${count} receiver${count === 1 ? "" : "s"}, ${points} point${points === 1 ? "" : "s"}`;
        const list = pointsOf(span, points);
        return {
          name,
          experiment,
          receivers: count,
          points,
          isAlsoApart: points === POINTS_APART,
          config: config(fields, list, Math.ceil(units / points)),
        };
      }),
    ),
);

/** Returns evenly spaced points, in hundredths of a dB; one point is the middle. */
function pointsOf([first, last]: readonly [number, number], count: number): number[] {
  const at = (i: number) => (count === 1 ? (first + last) / 2 : first + ((last - first) * i) / (count - 1));
  return Array.from({ length: count }, (_, i) => Math.round(100 * at(i)) / 100);
}
