import mlseKernel from "#shaders/blocks/filters/mlse.wgsl?raw";
import { memoryOf, statesOf } from "../../adaptive/sequence/trellis.ts";
import { add, complex, mul } from "../../filter-design/complex.ts";
import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { lengthConstants } from "../../gpu/lengths.ts";
import { gridOf, groupOf } from "../../gpu/rows.ts";
import { owning } from "../../gpu/owning.ts";
import { clear } from "../../gpu/submit.ts";
import { sequence } from "../../gpu/timing.ts";
import { pointsOf } from "../bits-and-codes/constellations.float64.ts";
import { countOf } from "../item-count.ts";
import { pairsOf } from "../list-field.ts";
import type { Mlse } from "./mlse.ts";

const MOST_STATES = 1024;
/** Most invocations of the workgroup. */
const MOST_LANES = 256;
/** Most symbols of a page: they follow each other in one dispatch, which must not take long. */
const MOST_SYMBOLS = 2 ** 12;

/**
 * Source: G. D. Forney, “Maximum-likelihood sequence estimation of digital sequences in the presence of intersymbol interference”, IEEE
 * Trans. Information Theory 18 (1972).
 *
 * @throws RangeError for a trellis of more than 1024 states.
 */
export function createMlse({ constellation, taps: list, traceback }: Mlse): PlanBlock {
  const label = "blocks/filters/mlse";
  const pairs = pairsOf(list);
  const points = pointsOf(constellation);
  const choices = points.length / 2;
  const tapCount = pairs.length / 2;
  const memory = memoryOf(tapCount);
  const states = statesOf(choices, tapCount);
  if (states > MOST_STATES) {
    throw new RangeError(
      `${constellation} and ${tapCount} taps make ${choices}^${memory} = ${states} states, more than ${MOST_STATES}. ` +
        "Choose fewer taps or a smaller constellation, or an adaptive equalizer.",
    );
  }
  if (pairs.every((part) => part === 0))
    throw new RangeError("The taps are all 0, so the samples say nothing about symbols.");
  const at = (values: ArrayLike<number>, i: number) => complex(values[2 * i] ?? 0, values[2 * i + 1] ?? 0);
  const echo = (l: number, symbol: number) => mul(at(pairs, l), at(points, symbol));
  /** The response to the newest symbols of a state. */
  const response = (state: number, symbols: number) => {
    let sum = complex(0);
    for (let l = 0; l < symbols; l++) sum = add(sum, echo(l, Math.floor(state / choices ** l) % choices));
    return sum;
  };
  const tables = [
    ...Array.from({ length: choices }, (_, symbol) => at(points, symbol)),
    ...Array.from({ length: choices }, (_, symbol) => echo(memory, symbol)),
    ...Array.from({ length: memory * states }, (_, i) => response(i % states, Math.floor(i / states) + 1)),
  ];
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: 1 },
    variableRates: ["in"],
    most: MOST_SYMBOLS,
    delay: traceback,
    after: traceback,
    create: (device, { inputs: { in: input } }) =>
      owning(device, async ({ memory: buffers, stage }) => {
        const lanes = groupOf(device, Math.min(MOST_LANES, states));
        const lengths = { LANES: lanes, STATES: states, CHOICES: choices, OWNED: states / lanes };
        const { length } = input;
        const count = countOf(device, buffers, input);
        const rows = traceback + length;
        const state = buffers.storage("metrics", 4 * (2 + states));
        const out = buffers.storage("symbols", 8 * length);
        const setClear = () => clear(device, label, [state]);
        setClear();
        const resources = {
          count: count.buffer,
          x: input.buffer,
          tables: buffers.constant("tables", Float32Array.from(tables.flatMap(({ re, im }) => [re, im]))),
          state,
          survivors: buffers.storage("survivors", 4 * (Math.ceil(states / 4) + 1) * rows),
          y: out,
        };
        const task = (TASK: number, groups: readonly [number, number]) =>
          stage({
            label,
            wgsl: [mlseKernel, lengthConstants(lengths)],
            constants: { TASK, MEMORY: memory, DEPTH: traceback, ROWS: rows },
            resources,
            groups,
          });
        const [forward, backward] = [await task(0, [1, 1]), await task(1, gridOf(device, Math.ceil(length / lanes)))];
        return {
          ...sequence(label, [forward, backward]),
          outputs: { out: { buffer: out, length, count: input.count } },
          prepare: ({ firings }) => count.set(firings),
          reset: setClear,
        };
      }),
  };
}
