import { expect, it } from "vitest";
import { unpack } from "../../gpu/rows.ts";
import { testGpu } from "../../gpu/testing.ts";
import { DATA_BITS, KNOWN_WORDS, PACKET_BITS } from "../packet.ts";
import { openPacket } from "./latency.ts";
import { receive } from "./receive.ts";
import { parseScenario } from "./scenario.ts";
import { synthesize } from "./synthesize.ts";

it("one packet alone has the bits that a reception of its recording has", async () => {
  const gpu = await testGpu();
  // Some bits are wrong.
  const scenario = parseScenario({ packets: 1, ebn0: 8, seed: 2, equalizers: ["mmse"] });
  const unit = await openPacket(gpu, scenario);
  const words = ((await unit.run()) as ArrayBuffer[]).at(-1)!;
  unit.destroy();

  const made: Float32Array[] = [];
  for await (const { samples } of synthesize(gpu, scenario, 0)) made.push(samples);
  const [samples] = made;
  const read = async (start: number, count: number) => samples.slice(2 * start, 2 * (start + count));
  const source = { samples: samples.length / 2, read: read as never };
  const bits: number[] = [];
  for await (const { decisions } of receive(gpu, source, { scenario, known: false, keep: ["mmse"] })) {
    bits.push(...decisions[0].bits);
  }
  const first = 32 * KNOWN_WORDS;
  const alone = unpack(new Uint32Array(words), 1, PACKET_BITS).subarray(first, first + DATA_BITS);
  expect([...alone]).toEqual(bits);
});
