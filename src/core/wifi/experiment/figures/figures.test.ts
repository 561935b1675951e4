import { describe, expect, it } from "vitest";
import { allocate } from "../../../gpu/pool.ts";
import { testGpu } from "../../../gpu/testing.ts";
import { frameFields } from "../../frame/frame.float64.ts";
import { descrambled } from "../../frame/data-field.ts";
import { WIFI } from "../experiment.ts";
import { detect } from "./detection.ts";
import { receivePacket } from "./packet.ts";
import { receiveStretch } from "./stretch.ts";
import { frameTrellis } from "./trellis.ts";
import { frameView } from "./view.ts";

const config = WIFI.parse({ bytes: 60, channel: "awgn", offset: 30, estimators: ["ls", "genie"] });
const query = { snrDb: 22, rateMbps: 36, packet: 3 };

describe("the figures of one 802.11 packet", () => {
  it("show a packet without errors as it was sent, and the same packet from its samples alone", async () => {
    const gpu = await testGpu();
    const received = await receivePacket(gpu, config, query);
    const view = frameView(received.samples, received.receptions, { ...received, estimator: "ls" }, received.truth);
    const frame = received.truth!.frame;
    expect(view.psdu).toEqual(frame.psdu);
    expect([view.wrongBits, view.line.intact, view.line.scrambler]).toEqual([0, true, frame.scramblerState]);
    expect(view.snrDb).toBeGreaterThan(19);
    expect(view.snrDb).toBeLessThan(25);
    // A flat channel: |H|² is 0 dB everywhere.
    for (const db of view.truth!.powerDb) expect(Math.abs(db)).toBeLessThan(0.01);
    for (const db of view.training.powerDb) expect(Math.abs(db)).toBeLessThan(3);
    const [ls, genie] = ["ls", "genie"].map((name) => view.errors.find(({ estimator }) => estimator === name)!);
    expect(genie.whole).toBeLessThan(ls.whole);
    expect(Math.abs(genie.whole + query.snrDb)).toBeLessThan(1);
    expect(view.errors.every(({ bySymbol }) => bySymbol.length === view.line.symbols)).toBe(true);

    // Detection finds the preamble of the known packet.
    const { plateau, found } = received.detection;
    expect(Math.abs(found!.start - view.line.start)).toBeLessThanOrEqual(1);
    expect(plateau!).toBeLessThan(view.line.start + 40);
    expect(found!.offset).toBeCloseTo((2 * Math.PI * 30) / 20e3, 3);

    const memory = allocate(gpu.device);
    const length = received.samples.length / 2;
    const samples = memory.storage("samples", 8 * length);
    gpu.device.queue.writeBuffer(samples, 0, received.samples as Float32Array<ArrayBuffer>);
    const alone = await receiveStretch(gpu, samples, { length, near: 170, estimator: "ls" });
    expect(descrambled(alone!.bits, 60).psdu).toEqual(frame.psdu);
    expect(alone!.line).toMatchObject({ intact: true, length: 60, status: "received" });
    memory.release();

    // The decided path is the one that was sent, and its survivors lead to it.
    const sent = frameFields(frame).data.bits;
    const trellis = frameTrellis(received.receptions.get("ls")!, 40, 30, sent);
    expect(trellis.decided).toEqual(trellis.sent);
    for (let column = 0; column < 30; column++) {
      const to = trellis.decided[column + 1];
      if (column < 10) expect(trellis.survivors[column * 64 + to]).toBe(trellis.decided[column]);
    }
    expect(() => frameTrellis(received.receptions.get("ls")!, 490, 30)).toThrow("wifi: steps must be in 0 … 501");
  });

  it("say that silence holds no frame", async () => {
    const gpu = await testGpu();
    const memory = allocate(gpu.device);
    const samples = memory.storage("silence", 8 * 2000);
    gpu.device.queue.writeBuffer(samples, 0, new Float32Array(2 * 2000));
    expect(await detect(gpu, samples, 2000, 800)).toMatchObject({ plateau: null, found: null });
    expect(await receiveStretch(gpu, samples, { length: 2000, near: 0, estimator: "ls" })).toBeUndefined();
    memory.release();
  });
});
