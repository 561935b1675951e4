// What the Turbo lab asks of the core, fetched when it first does.
import type { TurboExperiment } from "#core/codes/turbo/experiment/experiment.ts";
import { newThroughput, newThroughputTable } from "#core/codes/turbo/experiment/throughput.ts";

export { MOST_PAGE } from "#core/codes/turbo/experiment/chain.ts";
export { inspectCodeword, trellisOf } from "#core/codes/turbo/experiment/codeword.ts";
export { newTurboSweep, runTurboSweep } from "#core/codes/turbo/experiment/sweep.ts";
export { runThroughput } from "#core/codes/turbo/experiment/throughput.ts";

/** The table's decoders, or the experiment's own where the length has no such windows. */
export function decodersToTime(config: TurboExperiment, table: boolean) {
  const published = table ? newThroughputTable(config) : undefined;
  return published?.decoders.length ? published : newThroughput(config);
}
