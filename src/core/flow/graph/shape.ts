import type { BlockInstance, StatedRate } from "../build/block-factory.ts";
import type { Port, Ports } from "./block-type.ts";
import { chainMultiple, greatestDivisor, chainRate } from "./rate.ts";

/** How many items a block of any kind takes and gives. */
export interface Shape {
  /** Items that each input takes at a firing. */
  consumes: Readonly<Record<string, number>>;
  /** Items that each output gives at a firing, or the most in a page of firings where the GPU decides. */
  produces: Readonly<Record<string, number | { most(firings: number): number }>>;
  /** A page has a multiple of this many firings, and at most `most`. */
  multiple: number;
  most: number;
  /** Firings after which the signal ends. */
  ends: number;
  /** Firings per second, if the block names it. */
  hz?: number;
  /** Firings per second, if the block states a rate. It counts where no block names one. */
  statedHz?: number;
  /** Inputs whose count the GPU may decide. */
  variableRates: readonly string[];
  breaksCycles: boolean;
  /** Elements at a firing of a block of one sample. */
  elements: number;
}

/** @throws RangeError if the block's numbers are no counts. */
export function shapeOf(instance: BlockInstance, ports: Ports): Shape {
  const shape = countsOf(instance, ports);
  const states: StatedRate | undefined = "states" in instance ? instance.states : undefined;
  return checked(states ? { ...shape, statedHz: states.hz / shape.consumes[states.port] } : shape);
}

/** The shape of a block without limits, without its items. */
export const PLAIN_SHAPE = {
  multiple: 1,
  most: Infinity,
  ends: Infinity,
  variableRates: [],
  breaksCycles: false,
  elements: 1,
};

function countsOf(instance: BlockInstance, ports: Ports): Shape {
  const shape = PLAIN_SHAPE;
  switch (instance.kind) {
    case "sample": {
      const elements = [...ports.inputs, ...ports.outputs].reduce(
        (common, { vector = 1 }) => leastMultiple(common, vector),
        1,
      );
      const items = (of: readonly Port[]) =>
        Object.fromEntries(of.map(({ name, vector = 1 }) => [name, elements / vector]));
      const { hz, ends = Infinity, isIndexed } = instance;
      const isRegrouped = [...ports.inputs, ...ports.outputs].some(({ vector = 1 }) => vector !== elements);
      const variableRates = isIndexed || isRegrouped ? [] : ports.inputs.map(({ name }) => name);
      return {
        ...shape,
        consumes: items(ports.inputs),
        produces: items(ports.outputs),
        hz,
        ends,
        variableRates,
        elements,
      };
    }
    case "chain": {
      const { up, down } = chainRate(instance.blocks);
      const vector = (of: readonly Port[]) => of[0].vector ?? 1;
      const [input, output] = [vector(ports.inputs), vector(ports.outputs)];
      let elements = leastMultiple(chainMultiple(instance.blocks), input);
      const given = (elements / down) * up;
      elements *= output / greatestDivisor(given, output);
      return {
        ...shape,
        consumes: { in: elements / input },
        produces: { out: ((elements / down) * up) / output },
      };
    }
    case "plan": {
      const { consumes, produces, multiple = 1, most = Infinity, ends = Infinity, hz, variableRates = [] } = instance;
      const breaksCycles = instance.breaksCycles ?? false;
      return { ...shape, consumes, produces, multiple, most, ends, hz, variableRates, breaksCycles };
    }
    case "source":
      return { ...shape, consumes: {}, produces: { out: 1 }, hz: instance.hz };
    case "sink": {
      const { consumes, multiple = 1, variableRates = [] } = instance;
      return { ...shape, consumes, produces: {}, multiple, variableRates };
    }
  }
}

export const leastMultiple = (a: number, b: number) => (a / greatestDivisor(a, b)) * b;

function checked(shape: Shape): Shape {
  const counts = [...Object.values(shape.consumes), ...Object.values(shape.produces), shape.multiple];
  for (const limit of [shape.most, shape.ends]) if (limit !== Infinity) counts.push(limit);
  for (const count of counts) {
    if (typeof count === "object" || (Number.isSafeInteger(count) && count > 0)) continue;
    throw new RangeError(`a firing must take and give positive whole numbers of items, got ${count}`);
  }
  for (const hz of [shape.hz, shape.statedHz]) {
    if (hz === undefined || (hz > 0 && hz < Infinity)) continue;
    throw new RangeError(`the sample rate must be a positive number of Hz, got ${hz}`);
  }
  return shape;
}
