import type { Report, SinkBlock } from "../../flow/build/block-factory.ts";
import { PORTS } from "../../flow/graph/port.ts";
import type { Tag } from "../../flow/graph/tag.ts";
import { owning } from "../../gpu/owning.ts";
import { sequence } from "../../gpu/timing.ts";
import { finiteItems, othersNote } from "./finite-items.ts";
import { createNewest, type Newest } from "./newest.ts";
import { inputNames, type TimeSink } from "./time-sink.ts";
import { stated } from "../definition.ts";

export function createTimeSink(parameters: TimeSink): SinkBlock {
  const { type, curves, points, trigger, rate } = parameters;
  let { level } = parameters;
  const names = inputNames(curves);
  const width = PORTS[type].bytes / 4;
  // A trigger looks for its place in twice as many items as are shown.
  const most = trigger === "none" ? points : 2 * points;
  return {
    kind: "sink",
    consumes: Object.fromEntries(names.map((name) => [name, 1])),
    ...stated(parameters, names[0]),
    variableRates: curves === 1 ? names : [],
    create: (device, { inputs }) =>
      owning(device, async ({ keep }) => {
        const newest: Newest[] = [];
        for (const name of names)
          newest.push(await keep(createNewest(device, { stream: inputs[name], type, keep: most })));
        let tags: Tag[] = [];
        return {
          ...sequence("time-sink", newest),
          reads: newest.map(({ read }) => read),
          prepare(page) {
            for (const [i, name] of names.entries()) newest[i].setCount(page.inputs[name].count);
          },
          take(fetched, page): Report {
            const parts = names.map((name, i) => newest[i].take(fetched[i], page.inputs[name]));
            const { first, values } = parts[0];
            tags = [...tags, ...page.tags].filter(({ sample }) => sample >= first);
            const from = startOf({ values, first, width, points, trigger, level, tags });
            const to = from + points;
            const shown = parts.map((part) => finiteItems(type, part.values.slice(from * width, to * width)));
            const others = shown.reduce((sum, curve) => sum + curve.others, 0);
            return {
              kind: "time",
              curves: names.map((name, i) => ({ name, type, values: shown[i].values })),
              first: first + from,
              hz: rate > 0 ? rate : page.inputs[names[0]].hz,
              tags: tags.filter(({ sample }) => sample >= first + from && sample < first + to),
              ...othersNote(others, "not drawn"),
            };
          },
          set: (next: TimeSink) => void ({ level } = next),
          reset() {
            tags = [];
            for (const one of newest) one.reset();
          },
        };
      }),
  };
}

interface Search extends Pick<TimeSink, "points" | "trigger" | "level"> {
  values: Float32Array;
  first: number;
  width: number;
  tags: readonly Tag[];
}

/** Returns the place in the values where the curves begin: the first trigger that has enough items behind it. */
function startOf({ values, first, width, points, trigger, level, tags }: Search): number {
  const last = Math.max(0, values.length / width - points);
  if (trigger === "tag") {
    const found = tags.find(({ sample }) => sample <= first + last);
    return found ? Math.max(0, Math.floor(found.sample) - first) : last;
  }
  if (trigger === "none") return last;
  const sign = trigger === "rising" ? 1 : -1;
  for (let n = 1; n <= last; n++) {
    if (sign * (values[(n - 1) * width] - level) < 0 && sign * (values[n * width] - level) >= 0) return n;
  }
  return last;
}
