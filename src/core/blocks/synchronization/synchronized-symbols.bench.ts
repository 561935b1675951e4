import { batchCase } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { instantsOf, symbolsAt } from "./synchronized-symbols.reference.ts";
import { createSynchronizedSymbols } from "./synchronized-symbols.ts";

const LENGTH = 2 ** 24;
const GROUP = 256;
/** Of the default bandwidth. */
const DELAY = 64;
const HISTORY = 2 * DELAY + 1;
/** Samples per symbol. */
const PERIOD = 4.01;
const STEP = Math.round(2 ** 32 / PERIOD);
/** Symbols that are compared. */
const CHECKED = 2000;

export const cases = [
  batchCase({
    name: `blocks/synchronization/synchronized-symbols ${LENGTH} complex, 4.01 per symbol`,
    bytes: LENGTH * (8 + 4) + (8 * LENGTH) / PERIOD,
    async prepare(device, memory) {
      const positions = Uint32Array.from({ length: LENGTH + 1 }, (_, j) => Math.imul(j, STEP));
      const [x, before] = [noise(1, 2 * LENGTH), noise(2, 2 * HISTORY)];
      const found = { seen: 1000, delay: DELAY };
      // Position j has passed ⌊j·STEP/2³²⌋ whole numbers.
      const tiles = Uint32Array.from({ length: LENGTH / GROUP + 1 }, (_, tile) => (tile * GROUP * STEP) / 2 ** 32);
      const plan = await createSynchronizedSymbols(device, {
        kind: "complex",
        length: LENGTH,
        history: HISTORY,
        delay: DELAY,
        most: LENGTH / 2,
        x: memory.constant("samples", x),
        count: memory.constant("count", Uint32Array.of(LENGTH)),
        recent: memory.constant("samples before", before),
        seen: memory.constant("seen", Uint32Array.of(found.seen, found.seen, 0, 0)),
        positions: memory.constant("positions", positions),
        tiles: memory.constant("symbols before tiles", tiles),
      });
      const expected = () => {
        const instants = instantsOf({ ...found, positions: positions.subarray(0, Math.ceil(CHECKED * PERIOD)) });
        const part = (n: number, component: number) =>
          n < 0 ? before[2 * (HISTORY + n) + component] : x[2 * n + component];
        return symbolsAt(instants, { width: 2, delay: DELAY, part });
      };
      return { plan, check: { output: plan.symbols, row: 0, width: 2, expected } };
    },
  }),
];
