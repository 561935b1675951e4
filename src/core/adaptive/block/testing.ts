import { testNormals, upload } from "../../gpu/testing.ts";
import { type TestBatch } from "../testing.ts";
import { receivePacket } from "../transmission/received.reference.ts";

/** Taps of each packet, in the layout of a batch: [tap][packet]. */
export function withOwnTaps(
  test: TestBatch,
  tapCount: number,
): { batch: TestBatch["batch"]; tapsOf(p: number): Float64Array } {
  const { packets } = test.batch;
  const all = Float32Array.from(testNormals(3, 2 * tapCount * packets));
  return {
    batch: { ...test.batch, taps: upload(test.device, all), hasOwnTaps: true, tapCount },
    tapsOf: (p) => Float64Array.from({ length: 2 * tapCount }, (_, i) => all[2 * ((i >> 1) * packets + p) + (i % 2)]),
  };
}

/** The noise of a packet's symbols. */
export function noiseOf({ batch }: TestBatch, packet: number, noiseVariance: number, isReal: boolean): Float64Array {
  const { symbols, guard } = batch;
  const silence = new Float64Array(2 * (symbols + 2 * guard));
  const config = { samplesPerSymbol: 1, noiseVariance, isReal, seed: 5, guard } as const;
  return receivePacket(silence, Float64Array.of(1, 0), packet, config).subarray(2 * guard, 2 * (guard + symbols));
}
