import { addCurveFiles } from "./overlays.ts";
import type { Sweep } from "./sweep.ts";

/** Merges files that may be ledgers into the sweep, and draws the others as curves. */
export async function takeRateFiles(
  sweep: Sweep<unknown, unknown>,
  files: readonly File[],
  overSnr: boolean,
): Promise<void> {
  const ledgers = files.filter(isLedger);
  const curves = files.filter((file) => !isLedger(file));
  await addCurveFiles(curves, overSnr);
  if (ledgers.length > 0) await sweep.ledgers.open(ledgers);
}

const isLedger = ({ name }: File) => /\.json$/i.test(name);
