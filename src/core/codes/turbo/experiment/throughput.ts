import { compileAhead } from "../../../gpu/compile-ahead.ts";
import type { Gpu } from "../../../gpu/device.ts";
import { sequence, type StageTime } from "../../../gpu/timing.ts";
import { createTurboChain, mostCodewords } from "./chain.ts";
import { windowCounts } from "../decoding.ts";
import { TURBO_AUTO_EBN0, type DecoderChoice, decodersOf, type TurboExperiment } from "./experiment.ts";
import { lastPoint, readPoints } from "../../../configuration/fields.ts";
import { speedOf } from "../../../measurement/speed.ts";

/** The throughput of one decoder, alone or in the whole chain. */
export interface TurboThroughput extends Pick<DecoderChoice, "algorithm" | "windows" | "iterations"> {
  what: "decoder" | "chain";
  /** 10⁶ information bits per second. */
  mbits: number;
  /** Codewords per batch. */
  ms: number;
  codewords: number;
  method: StageTime["method"];
}

/** Remaining and finished measurements. */
export interface ThroughputState {
  config: TurboExperiment;
  decoders: DecoderChoice[];
  results: TurboThroughput[];
}

export interface ThroughputStep {
  state: ThroughputState;
  progress: number;
  done: boolean;
}

/** Codewords that occupy a large GPU, within its limits. */
const TIMED_BITS = 2 ** 23;

/** The experiment's decoders. */
export function newThroughput(config: TurboExperiment): ThroughputState {
  return { config, decoders: decodersOf(config), results: [] };
}

/** The decoders of the published table 5.3 whose windows divide the length: 1 and 6 iterations, W from 32 to 128. */
export function newThroughputTable(config: TurboExperiment): ThroughputState {
  const counts = windowCounts(config.length);
  const decoders = (["max-log", "log-map"] as const).flatMap((algorithm) =>
    [1, 6].flatMap((iterations) =>
      [32, 64, 96, 128]
        .map((stages) => config.length / stages)
        .filter((windows) => counts.includes(windows))
        .map((windows): DecoderChoice => {
          return { algorithm, windows, iterations, scale: algorithm === "max-log" ? config.scale : 1 };
        }),
    ),
  );
  return { config, decoders, results: [] };
}

/**
 * The start of a run of timings: the state of an earlier run, or a configuration. On request the published table is timed if the length allows it, else the experiment's decoders.
 */
export function beginThroughput(start: ThroughputState | { config: TurboExperiment; table: boolean }): ThroughputState {
  if ("decoders" in start) return start;
  const published = start.table ? newThroughputTable(start.config) : undefined;
  return published?.decoders.length ? published : newThroughput(start.config);
}

/** Times decoders on noisy codewords, one per step: the decoder alone, then the whole chain. */
export async function* runThroughput(
  gpu: Gpu,
  start: ThroughputState,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<ThroughputStep> {
  const { config, decoders } = start;
  const results = [...start.results];
  const { software } = gpu.adapter;
  const ebn0Db = lastPoint(readPoints(config.ebn0, TURBO_AUTO_EBN0));
  const wanted = software ? 2 : Math.ceil(TIMED_BITS / config.length);
  const page = Math.min(wanted, mostCodewords(gpu.device, config));
  const missing = decoders.slice(results.length / 2);
  await compileAhead(gpu.device, (device) => createTurboChain(device, config, page, { decoders: missing }));
  for (const decoder of missing) {
    if (signal?.aborted) return;
    const chain = await createTurboChain(gpu.device, config, page, { decoders: [decoder] });
    try {
      chain.setPage({ firstCodeword: 0, ebn0Db });
      const { algorithm, windows, iterations } = decoder;
      for (const [what, stage] of Object.entries({
        decoder: chain.decoders[0],
        chain: sequence("turbo chain", chain.stages),
      })) {
        await chain.run();
        const { ms, method } = await speedOf(gpu, stage);
        const mbits = (page * config.length) / ms / 1000;
        results.push({ what: what as "decoder", algorithm, windows, iterations, mbits, ms, codewords: page, method });
      }
    } finally {
      chain.destroy();
    }
    const progress = results.length / (2 * decoders.length);
    yield { state: { config, decoders, results: [...results] }, progress, done: progress === 1 };
  }
}
