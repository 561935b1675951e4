import { testGpu } from "../../gpu/testing.ts";
import { SAMPLE_BYTES, type SampleKind, type StreamBlock } from "../graph/block.ts";
import type { Tag } from "../graph/tag.ts";
import { runStream, type StreamOptions, type StreamStep } from "./run-stream.ts";
import type { StreamSource } from "./source.ts";

/** A signal in memory. */
export function memorySource(x: ArrayLike<number>, kind: SampleKind, tags: readonly Tag[] = []): StreamSource {
  const [values, width] = [Float32Array.from(x), SAMPLE_BYTES[kind] / 4];
  return {
    samples: values.length / width,
    read: async (start, count) => values.slice(width * start, width * (start + count)),
    tags,
  };
}

/** Runs a signal through blocks. */
export async function collect(source: StreamSource, blocks: readonly StreamBlock[], options: StreamOptions) {
  const steps: StreamStep[] = [];
  for await (const step of runStream(await testGpu(), source, blocks, options)) steps.push(step);
  return { steps, samples: Float32Array.from(steps.flatMap(({ samples }) => [...samples])) };
}
