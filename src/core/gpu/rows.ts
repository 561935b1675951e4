/** Returns the number of 32-bit words that hold `bits` bits. */
export const wordsOf = (bits: number) => Math.ceil(bits / 32);

/** Returns rows of bits (0 or 1) as words, LSB first. Each row begins with a new word. */
export function pack(rows: readonly ArrayLike<number>[]): Uint32Array<ArrayBuffer> {
  const stride = wordsOf(rows[0].length);
  const words = new Uint32Array(rows.length * stride);
  for (const [i, row] of rows.entries()) {
    for (let k = 0; k < row.length; k++) words[i * stride + (k >> 5)] |= row[k] << (k & 31);
  }
  return words;
}

/** Returns the bits of rows that `pack` packed, one bit per byte, [row][length]. */
export function unpack(words: Uint32Array, rows: number, length: number): Uint8Array<ArrayBuffer> {
  const width = wordsOf(length);
  const bits = new Uint8Array(rows * length);
  for (let row = 0; row < rows; row++) {
    for (let k = 0; k < length; k++) bits[row * length + k] = (words[row * width + (k >> 5)] >>> (k & 31)) & 1;
  }
  return bits;
}

/** @throws RangeError when `value` is not a positive integer. */
export function checkedCount(label: string, name: string, value: number): number {
  if (!Number.isInteger(value) || value <= 0) {
    throw new RangeError(`${label}: ${name} must be a positive integer, got ${value}`);
  }
  return value;
}

/** @throws RangeError unless `value` is an integer from `least` to `most`. */
export function checkedInteger(label: string, name: string, value: number, least: number, most = Infinity): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  const range = most === Infinity ? `≥ ${least}` : `from ${least} to ${most}`;
  throw new RangeError(`${label}: ${name} must be an integer ${range}, got ${value}`);
}

/** @throws RangeError when `value` is not a u32. */
export function checkedWord(label: string, name: string, value: number): number {
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** 32) {
    throw new RangeError(`${label}: ${name} must be a whole number from 0 to 2^32 − 1, got ${value}`);
  }
  return value;
}

/** @throws RangeError when `value` is not one of the choices. */
export function checkedChoice<T extends string>(label: string, name: string, value: T, choices: readonly T[]): T {
  if (choices.includes(value)) return value;
  const [last, ...others] = choices.map((choice) => `"${choice}"`).toReversed();
  const list = [others.toReversed().join(", "), last].filter(Boolean).join(" or ");
  throw new RangeError(`${label}: ${name} must be ${list}, got ${JSON.stringify(value)}`);
}

/** Returns the invocations of a workgroup: as many as wanted, or fewer where the device allows fewer, as in compatibility mode. */
export const groupOf = ({ limits }: Pick<GPUDevice, "limits">, wanted: number): number =>
  Math.min(wanted, limits.maxComputeInvocationsPerWorkgroup);

/** Largest number of invocations per workgroup. */
const MOST_GROUP = 256;

/** Returns the division of a kernel into workgroups. Each frame has a row of `items` invocations. */
export function rowsOf(
  device: Pick<GPUDevice, "limits">,
  items: number,
  frames: number,
): { LANES: number; ROWS: number; groups: [number, number] } {
  const group = groupOf(device, MOST_GROUP);
  const LANES = Math.min(items, group);
  const ROWS = Math.floor(group / LANES);
  return { LANES, ROWS, groups: [Math.ceil(items / LANES), Math.ceil(frames / ROWS)] };
}

/**
 * Returns a dispatch of at least `count` workgroups, numbered y · columns + x, because one dimension may not hold them
 * all.
 */
export function gridOf({ limits }: Pick<GPUDevice, "limits">, groups: number): [number, number] {
  const rows = Math.ceil(groups / limits.maxComputeWorkgroupsPerDimension);
  return [Math.ceil(groups / rows), rows];
}
