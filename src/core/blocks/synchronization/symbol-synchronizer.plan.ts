import recentSample from "#shaders/blocks/lib/recent-sample.wgsl?raw";
import finite from "#shaders/lib/finite.wgsl?raw";
import symbolInstants from "#shaders/blocks/lib/symbol-instants.wgsl?raw";
import synchronizerKernel from "#shaders/blocks/synchronization/symbol-synchronizer.wgsl?raw";
import angle from "#shaders/lib/angle.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import prefixSum from "#shaders/lib/prefix-sum.wgsl?raw";
import powerUnit from "#shaders/lib/power-unit.wgsl?raw";
import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { delayOf, firBlock } from "../../fir/blocks.ts";
import { firs } from "../../fir/registry.ts";
import type { SampleKind } from "../../flow/graph/block.ts";
import { owning } from "../../gpu/owning.ts";
import { gridOf, groupOf } from "../../gpu/rows.ts";
import { clear } from "../../gpu/submit.ts";
import { sequence } from "../../gpu/timing.ts";
import { createHistory } from "../../flow/build/history.ts";
import { countOf } from "../item-count.ts";
import { createSynchronizedSymbols } from "./synchronized-symbols.ts";
import { createTagPlaces } from "./tag-places.ts";
import { createTileOffsets } from "../tile-offsets.ts";
import {
  checkedHalfWindow,
  type MatchedFilter,
  matchedFilter,
  stepOf,
  type SymbolSynchronizer,
} from "./symbol-synchronizer.ts";

/** From this number of taps on, transforms are faster. */
const LONG = 96;

/** Items per tile. */
const MOST_GROUP = 256;

const WGSL = [synchronizerKernel, recentSample, finite, symbolInstants, prefixSum, phasor, angle, powerUnit];

/** A symbol takes more than one sample: positions pass a whole number at most at every other sample. */
const mostSymbols = (samples: number) => Math.floor(samples / 2) + 1;

function filterOf(kind: SampleKind, taps: Float64Array) {
  const isDirect = taps.length < LONG || firs["overlap-save"].refusal({ taps: taps.length }) !== undefined;
  return firBlock({ method: isDirect ? "direct" : "overlap-save", kind, taps, zeroNonFinite: true });
}

/** Returns the taps without the zeros at the end. */
const given = ({ taps }: MatchedFilter, { taps: { length } }: SymbolSynchronizer) => taps.subarray(0, length);

/** @throws RangeError for a window that is too long, and for a matched filter with complex taps or too many. */
export function createSymbolSynchronizer(parameters: SymbolSynchronizer): PlanBlock {
  const label = "blocks/synchronization/symbol-synchronizer";
  const half = checkedHalfWindow(parameters);
  const { type: kind } = parameters;
  const words = kind === "complex" ? 2 : 1;
  const matched = matchedFilter(parameters);
  /** How much later than the filter's output the timing is, in samples. */
  const lag = matched ? matched.length - 1 : 0;
  const delay = half + 1 + lag + (matched ? Math.floor(delayOf(given(matched, parameters)) / matched.phases) : 0);
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: { most: mostSymbols } },
    // The matched filter takes pages of a fixed size.
    variableRates: matched ? [] : ["in"],
    after: delay,
    // Step n finds the symbol behind sample n − 1 − W, and behind the filter's delay. A tag goes to the first symbol that is not before it.
    delay,
    placesTags: true,
    create: (device, { inputs: { in: input } }) =>
      owning(device, async ({ keep, memory, stage }) => {
        const GROUP = groupOf(device, MOST_GROUP);
        const { length, buffer: x } = input;
        const count = countOf(device, memory, input);
        const filter =
          matched && (await keep(filterOf(kind, matched.timing).create(device, { signals: 1, length, input: x })));
        const z = filter?.output ?? x;
        const page = { signals: 1, length, kind, count: count.buffer };
        const recent = await keep(createHistory(device, { ...page, input: z, history: 2 * half + 1 }));
        const history = matched ? half + lag + matched.length + 1 : 2 * half + 1;
        const older = matched ? await keep(createHistory(device, { ...page, input: x, history })) : recent;
        const groups = gridOf(device, Math.ceil((length + 1) / GROUP));
        const allocated = groups[0] * groups[1];
        const tiles = Math.ceil(length / GROUP);
        const offsets = await keep(createTileOffsets(device, { tiles, modulus: 1, allocated }));
        const seen = memory.storage("samples and symbols so far", 16);
        const places = await keep(createTagPlaces(device));
        const positions = memory.storage("positions", 4 * (length + 1));
        const shared = { count: count.buffer, seen, positions, tiles: offsets.tiles };
        const symbols = await keep(
          createSynchronizedSymbols(device, {
            ...shared,
            kind,
            x,
            length,
            recent: older.buffer,
            history,
            delay: half + lag,
            most: mostSymbols(length),
            matched,
          }),
        );
        const windows = { HALF: half, HISTORY: 2 * half + 1, DELAY: half + lag };
        const pass = (TASK: number) =>
          stage({
            label,
            wgsl: WGSL,
            constants: { GROUP, TASK, WORDS: words, ...windows, STEP: stepOf(parameters) },
            resources: { ...shared, x: z, recent: recent.buffer, places: places.buffer },
            groups: TASK === 2 ? 1 : groups,
          });
        clear(device, label, [seen]);
        return {
          ...sequence(label, [
            ...(filter ? [filter] : []),
            await pass(0),
            await pass(1),
            offsets,
            symbols,
            ...new Set([recent, older]),
            await pass(2),
          ]),
          outputs: { out: { buffer: symbols.symbols, length: mostSymbols(length), count: offsets.total } },
          places,
          prepare: ({ firings }) => count.set(firings),
          reset() {
            filter?.reset();
            recent.reset();
            older.reset();
            clear(device, label, [seen]);
          },
        };
      }),
  };
}
