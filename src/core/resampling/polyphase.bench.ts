import { windowed } from "../filter-design/fir/windowed.ts";
import { batchCase, tiled, tiledRow } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { SAMPLE_BYTES, type SampleKind, type StreamPlan } from "../flow/graph/block.ts";
import type { ResamplerConfig } from "./plan.ts";
import { polyphase } from "./polyphase.reference.ts";
import { createPolyphase } from "./polyphase.ts";

/** Signals that differ from each other. */
const OWN = 16;
/** Checked outputs: more than one workgroup's. */
const CHECKED = 2000;

interface Sizes {
  kind: SampleKind;
  up: number;
  down: number;
  signals: number;
  /** Samples per signal. */
  length: number;
}

type Create = (device: GPUDevice, config: ResamplerConfig) => Promise<StreamPlan>;

/** By the filter that SciPy's resample_poly takes unless told otherwise: ten inputs or outputs to either side, Kaiser's β 5. */
export function resamplingCase(stem: string, create: Create, { kind, up, down, signals, length }: Sizes) {
  const most = Math.max(up, down);
  const design = windowed({ length: 20 * most + 1, cutoff: 1 / most, passZero: true, window: { kaiser: 5 } });
  const filter = { kind, up, down, taps: design.map((tap) => up * tap) };
  const bytes = SAMPLE_BYTES[kind];
  const width = kind === "complex" ? 2 : 1;
  const own = Math.min(OWN, signals);
  return batchCase({
    name: `${stem} ${up}/${down}, ${signals} × ${length} ${kind} samples`,
    bytes: signals * length * bytes * (1 + up / down),
    batch: { jobs: signals, group: own, bytes: length * bytes * Math.max(1, up / down) },
    async prepare(device, memory, jobs) {
      const values = noise(1, width * own * length);
      const input = tiled(device, memory, "samples", values, jobs / own);
      const plan = await create(device, { ...filter, signals: jobs, length, input });
      const expected = (signal: number) => polyphase(tiledRow(values, signal, width * length), filter, CHECKED);
      return { plan, check: { output: plan.output, row: width * plan.outputs, width, expected } };
    },
  });
}

/** Samples of a telemetry packet, padded to a multiple of 448. */
const length = 29 * 448;

export const packets = { kind: "complex", up: 99, down: 448, signals: 3104, length } as const;

export const cases = [
  packets,
  { ...packets, signals: 64 },
  { kind: "real", up: 160, down: 147, signals: 1, length: 147 * 2 ** 17 } as const,
  { kind: "real", up: 4, down: 1, signals: 1, length: 2 ** 23 } as const,
  { kind: "real", up: 7, down: 5, signals: 1, length: 5 * 2 ** 21 } as const,
].map((sizes) => resamplingCase("resampling/polyphase", createPolyphase, sizes));
