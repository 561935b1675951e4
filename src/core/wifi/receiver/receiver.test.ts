import { describe, expect, it } from "vitest";
import { readBack } from "../../gpu/readback.ts";
import { poison, run, testDevice, upload } from "../../gpu/testing.ts";
import { type EstimatorName, estimators } from "../equalization/registry.ts";
import { frameFields } from "../frame/frame.float64.ts";
import { octetsOfBits } from "../frame/octets.ts";
import { rateOf } from "../frame/rates.ts";
import { annex } from "../frame/testing.ts";
import { FRAME_BYTES, frameLines } from "../frame-table.ts";
import { createOfdmReceiver } from "./receiver.ts";

const NAMES = (Object.keys(estimators) as EstimatorName[]).filter((name) => name !== "genie");

describe("wifi/receiver/receiver", () => {
  it.each(NAMES)("receives the printed samples of annex G bit for bit: %s", async (estimator) => {
    const device = await testDevice();
    const length = annex.packet.length / 2 + 50;
    const samples = new Float32Array(2 * length);
    samples.set(annex.packet, 50);
    const page = { length, lead: 0, own: length };
    const receiver = await createOfdmReceiver(device, { ...page, samples: upload(device, samples), estimator });
    for (const buffer of [receiver.llr, receiver.decisions, receiver.psdu]) poison(device, buffer);
    await run(device, receiver);
    const [counts, table, llr, decisions, psdu] = await readBack(device, [
      { buffer: receiver.counts, size: 20 },
      { buffer: receiver.frames, size: FRAME_BYTES },
      { buffer: receiver.llr, size: 8 * 144 * 6 },
      { buffer: receiver.decisions, size: 4 * 27 },
      { buffer: receiver.psdu, size: 100 },
    ]);
    receiver.destroy();
    expect([...new Uint32Array(counts)]).toEqual([1, 0, 6, 27, 1]);
    const [line] = frameLines(table, 1);
    expect(line).toMatchObject({
      start: 25,
      status: "received",
      rate: rateOf(36),
      length: 100,
      symbols: 6,
      scrambler: annex.scramblerState,
      // The standard's example ends with octets that are no CRC-32.
      intact: false,
    });
    const { data } = frameFields({ rate: rateOf(36), psdu: annex.psdu, scramblerState: annex.scramblerState });
    const sent = Array.from(new Float32Array(llr)).filter((value) => value !== 0);
    expect(Uint8Array.from(sent, (value) => Number(value > 0))).toEqual(data.coded);
    const bits = octetsOfBits(data.bits.subarray(0, 816));
    expect(new Uint8Array(decisions).subarray(0, 102)).toEqual(bits);
    expect(new Uint8Array(psdu)).toEqual(annex.psdu);
  });

  it("refuses a page whose samples do not fit", async () => {
    const device = await testDevice();
    const page = { length: 100, lead: 0, own: 101 };
    const config = { ...page, samples: upload(device, new Float32Array(200)), estimator: "ls" } as const;
    await expect(createOfdmReceiver(device, config)).rejects.toThrow("must fit into 100 samples");
  });
});
