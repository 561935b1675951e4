const small = new WeakSet<object>();

/**
 * Makes plans that are created on a device from now on take less workgroup storage. Results do not change beyond float32 rounding, only times. SwiftShader in a
 * browser zeroes the storage with one instruction per word, so that 16 KiB take it 1.5 s to compile.
 */
export function keepStorageSmall(device: object): void {
  small.add(device);
}

/** Returns true after {@link keepStorageSmall}. */
export const hasSmallStorage = (device: object): boolean => small.has(device);
