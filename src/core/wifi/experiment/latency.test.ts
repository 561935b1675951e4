import { expect, it } from "vitest";
import { readBack } from "../../gpu/readback.ts";
import { testGpu } from "../../gpu/testing.ts";
import { FRAME_BYTES, frameLines } from "../frame-table.ts";
import { rateOf } from "../frame/rates.ts";
import { createOfdmReceiver } from "../receiver/receiver.ts";
import { TRANSMISSION_DEFAULTS } from "../transmission/settings.ts";
import { createTransmission } from "../transmission/transmission.ts";
import { openFrame } from "./latency.ts";

const PACKETS = 3;
const OCTETS = 100;

it("one frame alone has the octets and the estimates that it has among others", async () => {
  const gpu = await testGpu();
  const { device } = gpu;
  const transmission = { ...TRANSMISSION_DEFAULTS, bytes: OCTETS, channel: "awgn" } as const;
  const unit = await openFrame(gpu, { transmission, mbps: 54, snrDb: 30, estimator: "ls" });
  const [octets, line] = (await unit.run()) as ArrayBuffer[];
  unit.destroy();

  const link = await createTransmission(device, { ...transmission, synchronization: "preamble" }, rateOf(54), PACKETS);
  link.setPage({ firstPacket: 0, snrDb: 30 });
  const length = PACKETS * link.slot.length;
  const page = { samples: link.samples, length, lead: 0, own: length };
  const receiver = await createOfdmReceiver(device, { ...page, estimator: "ls" });
  const encoder = device.createCommandEncoder();
  for (const stage of [...link.stages, receiver]) stage.encode(encoder);
  const sources = [
    { buffer: receiver.psdu, size: OCTETS },
    { buffer: receiver.frames, size: FRAME_BYTES },
    { buffer: link.sent, size: OCTETS },
  ];
  const [among, place, sent] = await readBack(device, sources, encoder);
  for (const plan of [receiver, link]) plan.destroy();

  expect([...new Uint8Array(octets, 0, OCTETS)]).toEqual([...new Uint8Array(sent)]);
  expect([...new Uint8Array(among)]).toEqual([...new Uint8Array(sent)]);
  expect(frameLines(line, 1)).toEqual(frameLines(place, 1));
});
