import { version } from "../../../package.json";
import { resilient } from "../../core/gpu/host.ts";
import { TUNING } from "../../core/tuning/config.ts";
import { keptTuning, tuningOf } from "../../core/tuning/kept-tunings.ts";
import { tune as tuneKernels, type TunedKernel, type TuningState } from "../../core/tuning/tune.ts";
import { command } from "../command.ts";
import { dawnHost } from "../dawn.ts";
import { checkDistinct } from "../distinct-files.ts";
import { jsonOption, orUsage, UsageError } from "../options.ts";
import { jsonText } from "../output.ts";
import { tableOf } from "../table.ts";
import { createProgress, interruptSignal, print, tell, tellRecovery, untilInterrupted } from "../terminal.ts";
import { writeTogether, type Written } from "../write-together.ts";
import { checkTuningFile, forgetTunings, keepTuning, keptTunings, tuningPath } from "./tuning-file.ts";

const gainText = (gain: number) => `${Math.round(100 * (gain - 1))} % faster`;

/** Returns why there is no measurement of a kernel, or of some sizes. */
const reasonsOf = ({ reason, tried = [] }: TunedKernel) =>
  reason ?? tried.flatMap(({ size, reason: why }) => (why ? [`${size}: ${why.split("\n")[0]}`] : [])).join("; ");

/** Returns the measured kernels as a table. */
const describe = (results: readonly TunedKernel[]) =>
  tableOf(results, [
    ["kernel", "title"],
    ["usual (ms)", ({ usualMs }) => usualMs?.toPrecision(3)],
    ["size: ms", ({ tried }) => tried?.map(({ size, ms }) => `${size}: ${ms?.toPrecision(3) ?? "–"}`).join("  ")],
    ["chosen", ({ chosen, reason }) => (chosen ? chosen.size : reason ? "" : "usual")],
    ["", (result) => (result.chosen ? gainText(result.chosen.gain) : reasonsOf(result))],
  ]);

/** Prints what the file keeps. */
function show(): number {
  const { tunings, problem, remedy } = keptTunings();
  if (problem) tell(`${tuningPath()}: ${problem}. ${remedy}`);
  for (const { adapter, measured, kernels } of tunings) {
    const list = Object.entries(kernels).map(([kernel, { size, gain }]) => `  ${kernel}: ${size}, ${gainText(gain)}\n`);
    print(`${adapter.name}, measured ${measured}:\n${list.join("") || "  the usual sizes are the fastest\n"}`);
  }
  if (tunings.length === 0 && !problem) print(`${tuningPath()} keeps no workgroup sizes. \`tune\` measures them.\n`);
  return problem ? 1 : 0;
}

export const tune = command({
  name: "tune",
  about: "Measures workgroup sizes on this GPU, and keeps the fastest ones for all later commands.",
  details: `Measures workgroup sizes on this GPU, and keeps the fastest ones for all later commands.
Results do not change, only times: a size whose results differ in any bit is not used.
A size is chosen if it is at least 3 % faster than the usual one. The choice holds for this adapter, its driver and this
version of Threeray. It is kept in ${"$XDG_CACHE_HOME"}/threeray/tuning.json, by default in ~/.cache. A stopped run keeps what it has measured.`,
  examples: ["tune", "tune --kernels fft/workgroup,fir/direct --seconds 20 --json -", "tune --show", "tune --forget"],
  failure: "Nothing was measured, the choice cannot be kept or read, or the work failed or was stopped.",
  options: TUNING,
  extras: {
    show: "Print what is kept, and measure nothing.",
    forget: "Remove what is kept for all adapters, and measure nothing.",
    json: jsonOption("the measurements"),
  },
  async run({ given, own, files }) {
    if (own.show && own.forget) throw new UsageError("tune: --show and --forget exclude each other");
    for (const action of ["show", "forget"] as const) {
      const [ignored] = [...Object.keys(given), ...(own.json === undefined ? [] : ["json"])];
      if (own[action] && ignored) throw new UsageError(`tune: --${action} measures nothing; leave --${ignored} out`);
    }
    if (own.show) return show();
    if (own.forget) {
      print(forgetTunings() ? `Removed ${tuningPath()}.\n` : `${tuningPath()} kept no workgroup sizes.\n`);
      return 0;
    }
    const config = orUsage(() => TUNING.parse(given));
    orUsage(() =>
      checkDistinct({ reads: [], writes: [...files.writes, { path: tuningPath(), by: "the kept choice" }] }),
    );
    // Before the measurement, which takes a minute.
    checkTuningFile();
    const host = await dawnHost();
    const { adapter, timestamps } = await host.get();
    if (adapter.software) tell(`${adapter.name} is a software adapter: its choice says nothing about a GPU.`);
    if (!timestamps) tell(`${adapter.name} has no timestamps: the wall clock measures, with more repeats.`);
    const signal = interruptSignal();
    const progress = createProgress("tune");
    let state: TuningState = { config, results: [] };
    let complete = false;
    const steps = resilient(host, state, (gpu, from) => tuneKernels(gpu, from, { signal }), {
      onRecovery: tellRecovery,
    });
    for await (const step of untilInterrupted(steps)) {
      state = step.state;
      complete = step.done;
      progress.update(step.progress, step.next);
    }
    progress.end();
    const { results } = state;
    const { tuning: before } = tuningOf(keptTunings().tunings, adapter, version);
    const tuning = keptTuning(state, adapter, { version, measured: new Date().toISOString(), before });
    const measured = results.filter(({ timing }) => timing).length;
    const report = { experiment: "tune", config, adapter, complete, results };
    const written: Written[] = own.json === undefined ? [] : [[own.json, jsonText(report)]];
    if (own.json !== "-") print(describe(results));
    if (measured === 0) {
      writeTogether(written);
      tell(`Nothing was measured, so nothing is kept.${complete ? " More --seconds give more time." : ""}`);
      return 1;
    }
    const faster = results.filter(({ chosen }) => chosen).length;
    tell(`${faster} of ${measured} measured kernels are faster with another size.`);
    // Who reads the JSON finds the choice kept.
    keepTuning(tuning, written);
    tell(`${tuningPath()} keeps the choice.`);
    return complete ? 0 : 1;
  },
});
