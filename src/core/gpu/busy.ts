/** Work that a device has not finished: how many readbacks wait, since when, and the milliseconds before. */
interface Meter {
  waiting: number;
  since: number;
  ms: number;
}

const meters = new WeakMap<GPUDevice, Meter>();

function meterOf(device: GPUDevice): Meter {
  const meter = meters.get(device) ?? { waiting: 0, since: 0, ms: 0 };
  meters.set(device, meter);
  return meter;
}

/** Counts the time from now until the returned function is called, once for all work that overlaps. */
export function busy(device: GPUDevice): () => void {
  const meter = meterOf(device);
  if (meter.waiting++ === 0) meter.since = performance.now();
  return () => {
    if (--meter.waiting === 0) meter.ms += performance.now() - meter.since;
  };
}

/** Returns the milliseconds that readbacks have waited for a device so far: an upper limit of the GPU's time. */
export function busyMs(device: GPUDevice): number {
  const { waiting, since, ms } = meterOf(device);
  return waiting ? ms + performance.now() - since : ms;
}
