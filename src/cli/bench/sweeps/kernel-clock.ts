/** Measures the time in which a device runs kernels. */
export interface KernelClock {
  /** Returns the milliseconds in which the device ran at least one pass since the clock was attached. */
  busyMs(): Promise<number>;
}

/** Timestamps per query set: two for each pass. WebGPU allows no more. */
const STAMPS = 4096;

/**
 * Makes each compute pass of a device write timestamps, apart from passes that write their own. It needs the feature
 * "timestamp-query".
 */
export function attachKernelClock(device: GPUDevice): KernelClock {
  const createEncoder = device.createCommandEncoder.bind(device);
  const full: GPUQuerySet[] = [];
  let [set, used] = [createSet(), 0];

  function createSet(): GPUQuerySet {
    return device.createQuerySet({ label: "kernel clock", type: "timestamp", count: STAMPS });
  }

  device.createCommandEncoder = (descriptor) => {
    const encoder = createEncoder(descriptor);
    const beginPass = encoder.beginComputePass.bind(encoder);
    encoder.beginComputePass = (pass = {}) => {
      if (pass.timestampWrites) return beginPass(pass);
      if (used === STAMPS) {
        full.push(set);
        [set, used] = [createSet(), 0];
      }
      const timestampWrites = {
        querySet: set,
        beginningOfPassWriteIndex: used,
        endOfPassWriteIndex: used + 1,
      };
      used += 2;
      return beginPass({ ...pass, timestampWrites });
    };
    return encoder;
  };

  async function readSet(one: GPUQuerySet, count: number): Promise<BigUint64Array> {
    const size = 8 * count;
    const { QUERY_RESOLVE, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage;
    const resolved = device.createBuffer({ size, usage: QUERY_RESOLVE | COPY_SRC });
    const staging = device.createBuffer({ size, usage: COPY_DST | MAP_READ });
    const encoder = createEncoder({ label: "kernel clock" });
    encoder.resolveQuerySet(one, 0, count, resolved, 0);
    encoder.copyBufferToBuffer(resolved, 0, staging, 0, size);
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ);
    return new BigUint64Array(staging.getMappedRange().slice(0));
  }

  return {
    async busyMs() {
      const parts = await Promise.all([
        ...full.map((one) => readSet(one, STAMPS)),
        ...(used > 0 ? [readSet(set, used)] : []),
      ]);
      const passes = parts.flatMap((stamps) =>
        Array.from({ length: stamps.length / 2 }, (_, i): [bigint, bigint] => [stamps[2 * i], stamps[2 * i + 1]]),
      );
      return Number(unionOf(passes)) / 1e6;
    },
  };
}

/**
 * Returns the length of the union of intervals: passes may overlap. Passes that were recorded and never submitted have
 * stamps of 0.
 */
export function unionOf(intervals: readonly (readonly [begin: bigint, end: bigint])[]): bigint {
  const submitted = intervals.filter(([begin, end]) => begin > 0n && end > begin);
  let [union, last] = [0n, 0n];
  for (const [begin, end] of submitted.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (end <= last) continue;
    union += end - (begin > last ? begin : last);
    last = end;
  }
  return union;
}
