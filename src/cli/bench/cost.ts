import { chooseMethod, LARGE_GPU, misjudgements } from "../../core/convolution/automatic.ts";
import { predictedMs } from "../../core/convolution/cost.ts";
import { convolutions } from "../../core/convolution/registry.ts";
import { readReport } from "./compare.ts";
import { command } from "../command.ts";
import { orUsage, UsageError } from "../options.ts";
import { table } from "../table.ts";
import { print, tell } from "../terminal.ts";

/** The chosen method may take this many times as long as the fastest. */
const TOLERANCE = 1.1;

export const benchCost = command({
  name: "bench-cost",
  usage: "BENCH.json",
  about:
    "Compares the cost model of convolution with a result of bench, and prints constants (LARGE_GPU) fitted to it.",
  examples: ["bench-cost bench.json"],
  failure: `The model chooses a method that takes more than ${TOLERANCE} times as long as the fastest, or the work failed.`,
  takes: "files",
  async run({ positionals }) {
    if (positionals.length !== 1) throw new UsageError("bench-cost: needs one result of bench");
    const { lines } = readReport(positionals[0]);
    const { costsMeasured } = await import("../../core/convolution/direct.bench.ts");
    const { timings, machine } = orUsage(() => costsMeasured(lines));
    const rows = timings.map(({ method, shape, sizes, ms }) => {
      const work = convolutions[method].work(sizes);
      const predicted = [LARGE_GPU, machine].map((one) => predictedMs(method, work, one).toFixed(3));
      return [shape, method, ms.toFixed(3), ...predicted, chooseMethod(sizes) === method ? "chosen" : ""];
    });
    print(table(["convolution", "by", "ms", "predicted", "if calibrated", ""], rows));
    print(`\n${JSON.stringify(machine, null, 2)}\n`);
    const wrong = misjudgements(timings).filter(({ factor }) => factor > TOLERANCE);
    for (const { sizes, chosen, fastest, factor } of wrong) {
      tell(`${sizes.taps} taps: ${chosen} takes ${factor.toFixed(2)} times as long as ${fastest}`);
    }
    return wrong.length ? 1 : 0;
  },
});
