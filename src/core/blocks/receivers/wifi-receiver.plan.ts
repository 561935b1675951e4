import wifiReceiverKernel from "#shaders/blocks/receivers/wifi-receiver.wgsl?raw";
import prefixSum from "#shaders/lib/prefix-sum.wgsl?raw";
import wifiFrame from "#shaders/wifi/lib/frame.wgsl?raw";
import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { owning } from "../../gpu/owning.ts";
import { groupOf } from "../../gpu/rows.ts";
import { sequence } from "../../gpu/timing.ts";
import { LEAD } from "../../wifi/acquisition/page.ts";
import { capacityOf } from "../../wifi/receiver/capacity.ts";
import { createOfdmReceiver } from "../../wifi/receiver/receiver.ts";
import { NOTE_WORD } from "../frame-words.ts";
import { createEarlierFrames } from "./earlier-frames.ts";
import { createContinuedPage } from "./continued-page.ts";
import { WIFI_HISTORY, NOTE_WORDS, TOLD_SAMPLES } from "./wifi-receiver-history.ts";
import type { WifiReceiver } from "./wifi-receiver.ts";

const MOST_GROUP = 256;
/** Most samples in a page, so that the LLRs fit into the largest binding of every device. */
const MOST_PAGE = 2 ** 21;

const sizesOf = (page: number) => capacityOf({ length: WIFI_HISTORY + page, own: WIFI_HISTORY - LEAD + page });

/** Largest number of words that the frames and notes of a page can have. */
function mostWords(page: number): number {
  const { words, frames } = sizesOf(page);
  return words + NOTE_WORDS * frames;
}

export function createWifiReceiver({ estimator, frames: given }: WifiReceiver): PlanBlock {
  const label = "blocks/receivers/wifi-receiver";
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { frames: { most: mostWords } },
    most: MOST_PAGE,
    tag: () => undefined,
    create: (device, { firings: page, inputs: { in: input } }) =>
      owning(device, async ({ keep, memory, stage }) => {
        const GROUP = groupOf(device, MOST_GROUP);
        const unit = await keep(
          createContinuedPage(device, { input: input.buffer, length: page, history: WIFI_HISTORY }),
        );
        const capacity = sizesOf(page);
        const largest = { lead: LEAD, own: WIFI_HISTORY - LEAD + page, length: WIFI_HISTORY + page };
        const receiver = await keep(
          createOfdmReceiver(device, {
            ...largest,
            samples: unit.samples,
            estimator,
            capacity,
            refusing: (table) =>
              createEarlierFrames(device, { ...table, capacity: capacity.frames, begin: WIFI_HISTORY }),
          }),
        );
        const { counts, frames, psdu, dispatches } = receiver;
        const produced = memory.storage("number of words", 4);
        const out = memory.storage("frames", 4 * mostWords(page));
        const places = memory.storage("places of frames", 4 * capacity.frames);
        const params = { length: WIFI_HISTORY + page };
        const constants = { INTACT: Number(given === "intact"), TOLD: TOLD_SAMPLES, BEGIN: WIFI_HISTORY };
        const pass = (TASK: number) =>
          stage({
            label,
            wgsl: [wifiReceiverKernel, wifiFrame, prefixSum],
            constants: { GROUP, TASK, ...constants, NOTE: NOTE_WORD },
            resources: { counts, frames, psdu, places, words: out, produced, params },
            groups: TASK === 0 ? 1 : dispatches.frames,
          });
        const passes = [await pass(0), await pass(1)];
        return {
          ...sequence(label, [unit, receiver, ...passes]),
          outputs: { frames: { buffer: out, length: mostWords(page), count: produced } },
          prepare({ firings }) {
            receiver.setPage({ lead: LEAD, own: WIFI_HISTORY - LEAD + firings, length: WIFI_HISTORY + firings });
            for (const { set } of passes) set({ length: WIFI_HISTORY + firings });
          },
          reset: unit.reset,
        };
      }),
  };
}
