import { npyBytesHeader } from "../../core/capture/formats/npy-array.ts";
import type { CodingStep } from "../../core/codes/files/frames.ts";
import type { Gpu } from "../../core/gpu/device.ts";
import { dawnHost } from "../dawn.ts";
import { UsageError } from "../options.ts";
import { writeWhole } from "../output.ts";
import { shownSteps } from "../steps.ts";

/** An encoding or decoding of a file. */
interface Coding {
  /** The command, for its progress. */
  command: string;
  /** The NumPy file of uint8 that it writes, [rows][columns]. */
  to: string;
  rows: number;
  columns: number;
  /** Frames per step, at most. */
  page: number;
  /** Runs from a frame on. */
  run(gpu: Gpu, part: { from: number; page: number }): AsyncGenerator<CodingStep>;
}

/**
 * Writes the bits of an encoding or decoding to a file, completely or not at all.
 *
 * @throws UsageError when the run refuses its settings or frames.
 */
export async function writeCoded({ command, to, rows, columns, page, run }: Coding): Promise<void> {
  const host = await dawnHost();
  async function* pieces() {
    yield npyBytesHeader(rows, columns);
    const steps = shownSteps(command, host, page, (gpu, from, most) => run(gpu, { from, page: most }));
    for await (const { bits } of steps) yield bits;
  }
  try {
    await writeWhole(to, pieces());
  } catch (error) {
    // Core functions throw a RangeError for settings and values that they refuse.
    if (error instanceof RangeError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/**
 * Checks the rows of a file against the frames that a code takes.
 *
 * @param expected For example "2304 LLRs".
 * @throws UsageError when the rows have another width, or there is none.
 */
export function checkRows(
  path: string,
  { rows, columns }: { rows: number; columns: number },
  width: number,
  expected: string,
): void {
  if (columns !== width) throw new UsageError(`${path}: rows of ${columns} values, expected ${expected}`);
  if (rows < 1) throw new UsageError(`${path}: holds no frame, expected at least one row of ${expected}`);
}
