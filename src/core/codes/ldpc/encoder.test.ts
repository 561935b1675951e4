import { describe, expect, it } from "vitest";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { poison, readWords, run, testDevice, upload } from "../../gpu/testing.ts";
import { randomRows } from "../../random/testing.ts";
import { checksOf } from "./base-graphs.reference.ts";
import { type LdpcCode, ldpcCode, WIMAX_CODES } from "./code.ts";
import { encodeLdpc } from "./encoder.reference.ts";
import { createLdpcEncoder } from "./encoder.ts";

async function encodeOnGpu(code: LdpcCode, rows: number[][]) {
  const device = await testDevice();
  const bits = upload(device, pack(rows));
  const plan = await createLdpcEncoder(device, { code, frames: rows.length, bits });
  poison(device, plan.code);
  await run(device, plan);
  const words = await readWords(device, plan.code, rows.length * wordsOf(code.length));
  plan.destroy();
  return words;
}

describe("ldpc/encoder", () => {
  it.each(WIMAX_CODES)("makes codewords that satisfy all checks, as the reference does: $name", async (code) => {
    const rows = randomRows(code.z, 9, code.information);
    rows.push(
      rows[0].map(() => 0),
      rows[0].map(() => 1),
    );
    const codewords = rows.map((bits) => encodeLdpc(code, bits));
    const checks = checksOf(code);
    for (const [f, codeword] of codewords.entries()) {
      expect(codeword.slice(0, code.information)).toEqual(rows[f]);
      expect(checks.filter((check) => check.reduce((sum, bit) => sum ^ codeword[bit], 0))).toEqual([]);
    }
    expect(await encodeOnGpu(code, rows)).toEqual(pack(codewords));
  });

  it.each([
    ["wimax-576-1/2", 1],
    ["wimax-576-1/2", 8 * 1024 + 3],
    ["wimax-2304-1/2", 301],
  ])("equals the reference: %s, %i frames", async (name, frames) => {
    const code = ldpcCode(name);
    const rows = randomRows(frames, frames, code.information);
    expect(await encodeOnGpu(code, rows)).toEqual(pack(rows.map((bits) => encodeLdpc(code, bits))));
  });

  it.each([0, -1, 1.5, Number.NaN])("refuses %d frames", async (frames) => {
    const device = await testDevice();
    const bits = upload(device, new Uint32Array(64));
    await expect(createLdpcEncoder(device, { code: WIMAX_CODES[0], frames, bits })).rejects.toThrow(
      `ldpc/encoder: frames must be a positive integer, got ${frames}`,
    );
  });
});
