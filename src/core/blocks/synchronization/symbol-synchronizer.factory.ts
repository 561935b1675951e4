import synchronizerKernel from "#shaders/blocks/synchronization/symbol-synchronizer.wgsl?raw";
import angle from "#shaders/lib/angle.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import prefixSum from "#shaders/lib/prefix-sum.wgsl?raw";
import slidingSum from "#shaders/lib/sliding-sum.wgsl?raw";
import type { PlanBlock } from "../../flow/block-factory.ts";
import { compile } from "../../gpu/kernel.ts";
import { owning } from "../../gpu/owning.ts";
import { allocate } from "../../gpu/pool.ts";
import { gridOf } from "../../gpu/rows.ts";
import { fill } from "../../gpu/submit.ts";
import { sequence, type Stage } from "../../gpu/timing.ts";
import { createHistory } from "../../flow/history.ts";
import { countOf } from "../item-count.ts";
import { createTagPlaces } from "./tag-places.ts";
import { createTileOffsets } from "../tile-offsets.ts";
import { checkedHalfWindow, stepOf, type SymbolSynchronizer } from "./symbol-synchronizer.ts";

/** Items per tile. */
const GROUP = 256;

/** A symbol takes more than one sample: positions pass a whole number at most at every other sample. */
const mostSymbols = (samples: number) => Math.floor(samples / 2) + 1;

export function createSymbolSynchronizer(parameters: SymbolSynchronizer): PlanBlock {
  const label = "blocks/synchronization/symbol-synchronizer";
  const half = checkedHalfWindow(parameters);
  const words = parameters.type === "complex" ? 2 : 1;
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: { most: mostSymbols } },
    decided: ["in"],
    after: half + 1,
    // Step n finds the symbol behind sample n − 1 − W. A tag goes to the first symbol that is not before it.
    delay: half + 1,
    placesTags: true,
    create: (device, { inputs: { in: input } }) =>
      owning(async ({ keep, destroy }) => {
        const memory = allocate(device);
        await keep({ destroy: memory.release });
        const { length, buffer: x } = input;
        const count = countOf(device, memory, input);
        const page = { signals: 1, length, input: x, count: count.buffer };
        const recent = await keep(createHistory(device, { ...page, kind: parameters.type, history: 2 * half + 1 }));
        const groups = gridOf(device, Math.ceil((length + 1) / GROUP));
        const allocated = groups[0] * groups[1];
        const tiles = Math.ceil(length / GROUP);
        const offsets = await keep(createTileOffsets(device, { tiles, modulus: 1, allocated }));
        const out = memory.storage("symbols", 4 * words * mostSymbols(length));
        const seen = memory.storage("samples and symbols so far", 16);
        const places = await keep(createTagPlaces(device));
        const resources = {
          count: count.buffer,
          x,
          recent: recent.buffer,
          seen,
          positions: memory.storage("positions", 4 * (length + 1)),
          tiles: offsets.tiles,
          y: out,
          places: places.buffer,
        };
        const pass = async (TASK: number): Promise<Stage> => {
          const constants = { GROUP, TASK, WORDS: words, HALF: half, STEP: stepOf(parameters) };
          const wgsl = [synchronizerKernel, slidingSum, prefixSum, phasor, angle];
          const kernel = await compile(device, { label, wgsl, constants });
          const bound = kernel.bind(resources);
          return { label, encode: (encoder, timing) => bound.encode(encoder, TASK === 3 ? 1 : groups, timing) };
        };
        const clear = () => {
          const encoder = device.createCommandEncoder({ label });
          encoder.clearBuffer(seen);
          fill(device, encoder, [seen]);
        };
        clear();
        return {
          ...sequence(label, [await pass(0), await pass(1), offsets, await pass(2), recent, await pass(3)]),
          outputs: { out: { buffer: out, length: mostSymbols(length), count: offsets.total } },
          places,
          prepare: ({ firings }) => count.set(firings),
          reset() {
            recent.reset();
            clear();
          },
          destroy,
        };
      }),
  };
}
