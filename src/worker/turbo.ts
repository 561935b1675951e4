// What the Turbo lab asks of the core, fetched when it first does.
import type { TurboExperiment } from "#core/experiments/turbo/experiment.ts";
import { newThroughput, newThroughputTable } from "#core/experiments/turbo/throughput.ts";

export { MOST_PAGE } from "#core/experiments/turbo/chain.ts";
export { inspectCodeword, trellisOf } from "#core/experiments/turbo/codeword.ts";
export { newTurboSweep, runTurboSweep } from "#core/experiments/turbo/sweep.ts";
export { runThroughput } from "#core/experiments/turbo/throughput.ts";

/** The table's decoders, or the experiment's own where the length has no such windows. */
export function decodersToTime(config: TurboExperiment, table: boolean) {
  const published = table ? newThroughputTable(config) : undefined;
  return published?.decoders.length ? published : newThroughput(config);
}
