import { expect, it } from "vitest";
import { asks as capture } from "../../capture/runs.ts";
import { testContext } from "../../testing.ts";
import { transmit } from "../frame/frame.float64.ts";
import { rateOf } from "../frame/rates.ts";
import { randomPsdu } from "../testing.ts";
import { asks as figures } from "./figures/asks.ts";
import { asks, runs } from "./reception.ts";

const frameOf = (mbps: number, seed: number) => ({
  rate: rateOf(mbps),
  psdu: randomPsdu(seed, 40),
  scramblerState: 93,
});
/** At a width of 10 MHz, 36 and 54 Mbit/s are sent as 18 and 27. */
const FIRST = frameOf(54, 1);
const SECOND = frameOf(36, 2);
const [SAMPLES, START] = [8000, 3000];

/** Two channels of 10 MHz: one frame on the first, and another one at the same time on the second. */
function recording() {
  const samples = Float32Array.from({ length: 4 * SAMPLES }, (_, i) => 1e-3 * Math.sin(i * i));
  for (const [channel, frame] of [FIRST, SECOND].entries()) {
    const sent = transmit(frame);
    for (let i = 0; i < sent.length; i++) samples[4 * (START + (i >> 1)) + 2 * channel + (i % 2)] += sent[i];
  }
  const global = {
    "core:datatype": "cf32_le",
    "core:sample_rate": 10e6,
    "core:num_channels": 2,
    "core:version": "1.0.0",
  };
  const meta = JSON.stringify({ global, captures: [{ "core:sample_start": 0 }], annotations: [] });
  return [
    Object.assign(new Blob([meta]), { name: "two.sigmf-meta" }),
    Object.assign(new Blob([samples]), { name: "two.sigmf-data" }),
  ];
}

it("shows a frame of the channel and the width that were received, and saves frames with their rates", async () => {
  const { context } = await testContext();
  await expect(asks.pcap(context)).rejects.toThrow("run the receiver again");
  await capture.open(context, recording(), {}, () => {});
  for (const [channel, frame] of [FIRST, SECOND].entries()) {
    const start = {
      index: 0,
      part: { start: 1000, count: SAMPLES - 1000, channel },
      settings: { width: 10, estimator: "ls" },
    } as const;
    let found = 0;
    for await (const { frames } of runs.receive(context, start, new AbortController().signal)) found += frames.length;
    expect(found).toBe(1);
    const view = await figures.frame(context, { estimator: "ls", received: 0 });
    expect(view.psdu).toEqual(frame.psdu);
    const pcap = Buffer.from(await asks.pcap(context));
    expect(pcap.includes(Buffer.from(frame.psdu))).toBe(true);
  }
});
