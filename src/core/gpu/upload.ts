import { DeviceLostError, LOST } from "./errors.ts";
import { poolOf } from "./pool.ts";

/** Memory that the processor fills in place and that the device copies: bytes of a file get there without another copy. */
export interface Upload {
  /**
   * Returns the memory, with undefined contents, once the device has finished the copies that were submitted. It is valid until `copy`.
   *
   * @throws DeviceLostError.
   */
  map(): Promise<Uint8Array<ArrayBuffer>>;
  /** Records the copy of the first bytes to the beginning of a buffer. @param bytes A multiple of 4. */
  copy(encoder: GPUCommandEncoder, target: GPUBuffer, bytes: number): void;
  destroy(): void;
}

/** @param bytes A multiple of 4. */
export function createUpload(device: GPUDevice, label: string, bytes: number): Upload {
  const buffer = poolOf(device).acquire(label, bytes, GPUBufferUsage.MAP_WRITE | GPUBufferUsage.COPY_SRC);
  return {
    async map() {
      try {
        if (buffer.mapState !== "mapped") await buffer.mapAsync(GPUMapMode.WRITE, 0, bytes);
      } catch (cause) {
        throw new DeviceLostError(LOST, { cause });
      }
      return new Uint8Array(buffer.getMappedRange(0, bytes));
    },
    copy(encoder, target, count) {
      buffer.unmap();
      encoder.copyBufferToBuffer(buffer, 0, target, 0, count);
    },
    destroy() {
      if (buffer.mapState === "mapped") buffer.unmap();
      poolOf(device).release(buffer);
    },
  };
}
