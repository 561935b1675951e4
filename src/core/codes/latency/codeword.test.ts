import { describe, expect, it } from "vitest";
import { createArrayDecoder } from "../files/array-codes.ts";
import { unpack } from "../../gpu/rows.ts";
import { testGpu } from "../../gpu/testing.ts";
import { codeOf } from "../registry.ts";
import { noisyCodewords, openCodeword } from "./codeword.ts";

const FRAMES = 5;

describe("one codeword alone", () => {
  it.each([
    ["lte-512", { algorithm: "max-log", iterations: 6, scale: 0.75, stop: "none", windows: 8 }],
    ["wimax-576-1/2", { algorithm: "sum-product", iterations: 10, stop: "none" }],
  ])("%s has the bits that it has in a batch, wrong ones too", async (name, decoding) => {
    const gpu = await testGpu();
    // Noise in which some bits stay wrong.
    const config = { code: name, decoding, ebn0Db: 0, seed: 3 };
    const { information } = codeOf(name).code;
    const unit = await openCodeword(gpu, config);
    const [words] = (await unit.run()) as ArrayBuffer[];
    unit.destroy();
    const batch = await createArrayDecoder(gpu, { code: name, frames: FRAMES, decoding });
    const { bits } = await batch.decode(await noisyCodewords(gpu, config, FRAMES));
    batch.destroy();
    const alone = [...unpack(new Uint32Array(words), 1, information)];
    expect(alone).toEqual([...bits.subarray(0, information)]);
    expect(alone).not.toEqual([...bits.subarray(information, 2 * information)]);
  });
});
