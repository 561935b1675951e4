import { createBinaryAwgn } from "../../channel/bi-awgn.ts";
import { createArrayPlan } from "../../gpu/array-plan.ts";
import type { Gpu } from "../../gpu/device.ts";
import { owning } from "../../gpu/owning.ts";
import { readBack } from "../../gpu/readback.ts";
import { wordsOf } from "../../gpu/rows.ts";
import type { LatencyUnit } from "../../measurement/latency.ts";
import { createRandomBits } from "../../random/bits.ts";
import { codeRate, type Decoding } from "../code.ts";
import { createDecoder, createEncoder } from "../factories.ts";
import { codeOf } from "../registry.ts";

export interface CodewordConfig {
  /** Name of the code in the registry. */
  code: string;
  decoding: Decoding;
  /** Of BPSK in white noise. */
  ebn0Db: number;
  seed: number;
}

/**
 * Returns noisy codewords of random bits.
 *
 * @returns log p(1)/p(0), [frame][n].
 */
export async function noisyCodewords(
  { device }: Pick<Gpu, "device">,
  { code: name, ebn0Db, seed }: Omit<CodewordConfig, "decoding">,
  frames = 1,
): Promise<Float32Array<ArrayBuffer>> {
  const { code } = codeOf(name);
  const { information: length, length: sent } = code;
  const link = await owning(device, async ({ keep }) => {
    const source = await keep(createRandomBits(device, { length, frames, seed }));
    const encoder = await keep(createEncoder(device, { code, frames, bits: source.bits }));
    const channel = await keep(
      createBinaryAwgn(device, { frames, sent, bits: encoder.code, modulation: "bpsk", seed }),
    );
    channel.setNoiseVariance(1 / (2 * codeRate(code) * 10 ** (ebn0Db / 10)));
    return { stages: [source, encoder, channel], llr: channel.llr };
  });
  try {
    const encoder = device.createCommandEncoder({ label: "noisy codewords" });
    for (const stage of link.stages) stage.encode(encoder);
    const [llr] = await readBack(device, [{ buffer: link.llr, size: 4 * frames * sent }], encoder);
    return new Float32Array(llr);
  } finally {
    link.destroy();
  }
}

/** One codeword, from its LLRs to its decided bits, u32 [⌈K/32⌉]. */
export async function openCodeword(gpu: Gpu, config: CodewordConfig): Promise<LatencyUnit> {
  const { decoding } = config;
  const { code } = codeOf(config.code);
  const llr = await noisyCodewords(gpu, config);
  const { run, destroy } = await createArrayPlan(gpu, { llr: 4 * code.length }, async (inputs) => {
    const plan = await createDecoder(gpu.device, { code, frames: 1, decoding, llr: inputs.llr });
    return { plan, outputs: [{ buffer: plan.decisions, size: 4 * wordsOf(code.information) }] };
  });
  return { run: () => run({ llr }), destroy };
}
