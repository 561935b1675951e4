import { allocate } from "../gpu/pool.ts";
import { poison, readFloats, run, testRandom } from "../gpu/testing.ts";
import { SAMPLE_BYTES, type SampleKind, type StreamPlan } from "../flow/graph/block.ts";
import { impulseResponse } from "../filter-design/cascade.ts";
import { abs, type Complex, complex, polar } from "../filter-design/complex.ts";
import { design, type IirFilter } from "../filter-design/registry.ts";
import type { FilterSpec } from "../filter-design/spec.ts";
import { fractionsOf } from "./poles.ts";
import type { IirConfig } from "./limits.ts";

export function iir(spec: FilterSpec): IirFilter {
  const filter = design(spec);
  if (filter.kind !== "iir") throw new TypeError(`${spec.type} is no recursive filter`);
  return filter;
}

export interface Signals {
  kind: SampleKind;
  signals: number;
  /** float32 [signal][sample], complex samples as pairs. */
  x: Float32Array<ArrayBuffer>;
}

/** Filters signals on the GPU in pages of `length` samples, outputs poisoned first; the last page is filled up with zeros. */
export async function filterPages(
  device: GPUDevice,
  create: (device: GPUDevice, config: Omit<IirConfig, "filter"> & { filter: IirFilter }) => Promise<StreamPlan>,
  filter: IirFilter,
  { kind, signals, x }: Signals,
  length: number,
): Promise<Float32Array> {
  const width = SAMPLE_BYTES[kind] / 4;
  const total = x.length / signals;
  const memory = allocate(device);
  const input = memory.storage("page", signals * length * width * 4);
  const plan = await create(device, { kind, signals, length, input, filter });
  const y = new Float32Array(x.length);
  for (let first = 0; first < total; first += length * width) {
    const count = Math.min(length * width, total - first);
    const page = new Float32Array(signals * length * width);
    for (let s = 0; s < signals; s++)
      page.set(x.subarray(s * total + first, s * total + first + count), s * length * width);
    device.queue.writeBuffer(input, 0, page);
    poison(device, plan.output);
    await run(device, plan);
    const made = await readFloats(device, plan.output, page.length);
    for (let s = 0; s < signals; s++) {
      y.set(made.subarray(s * length * width, s * length * width + count), s * total + first);
    }
  }
  plan.destroy();
  memory.release();
  return y;
}

/** The same in float64, by a filter of one real signal. */
export function filterEach(filter: (x: Float64Array) => Float64Array, { kind, signals, x }: Signals): Float64Array {
  const width = SAMPLE_BYTES[kind] / 4;
  const total = x.length / signals;
  const y = new Float64Array(x.length);
  for (let s = 0; s < signals; s++) {
    for (let part = 0; part < width; part++) {
      const one = Float64Array.from({ length: total / width }, (_, n) => x[s * total + n * width + part]);
      filter(one).forEach((value, n) => {
        y[s * total + n * width + part] = value;
      });
    }
  }
  return y;
}

/** Poles inside the circle, radii from 0.5 to 0.9995. */
export function somePoles(seed: number, count: number): Complex[] {
  const random = testRandom(seed);
  return Array.from({ length: count }, () => polar(1 - 0.5 * 10 ** (-3 * random()), Math.PI * random()));
}

/** Of float32 [item][four poles][part of a sample][re, im][4], the state of pole k: one an item. */
export function statesOf(floats: Float32Array, poles: number, parts: number, k: number, part: number): Complex[] {
  const stride = Math.ceil(poles / 4) * parts * 8;
  return Array.from({ length: floats.length / stride }, (_, item) => {
    const at = item * stride + (Math.floor(k / 4) * parts + part) * 8 + (k % 4);
    return complex(floats[at], floats[at + 4]);
  });
}

export const interleaved = (points: readonly Complex[]): number[] => points.flatMap(({ re, im }) => [re, im]);

/** By how many dB the fractions of a filter are stronger than their sum, white noise in: so much of float32 they lose. */
export function cancellationDb(filter: IirFilter): number {
  const { poles, weights } = fractionsOf(filter);
  const parts = poles.reduce((sum, pole, k) => sum + abs(weights[k]) ** 2 / (1 - abs(pole) ** 2), 0);
  const whole = impulseResponse(filter.sections, 10_000).reduce((sum, value) => sum + value ** 2, 0);
  return 10 * Math.log10(parts / whole);
}
