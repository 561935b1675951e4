import type { GivenFiles } from "../../../kit/given-files.ts";
import { keepInView } from "../../../kit/in-view.ts";
import { takeDropped } from "../../../kit/recording/dropped.ts";
import { takeRateFiles } from "../../../kit/rate-files.ts";
import type { Sweep } from "../../../kit/sweep.ts";

/** Files that hold ledgers or error rates. */
const CURVES = /\.(csv|txt|perf|json)$/i;

/** Opens dropped recordings, merges dropped ledgers into the sweep, or draws dropped error rates. */
export const takeFiles = (sweep: Sweep<unknown, unknown>) => (given: GivenFiles) => {
  const { files } = given;
  if (files.length > 0 && files.every(({ name }) => CURVES.test(name))) return takeRateFiles(sweep, files, true);
  // The card grows while the file is read.
  keepInView("recording");
  return takeDropped(given);
};
