import { medianSystem } from "../core/telemetry/experiment/median-system.ts";
import { type GradientResult, type SolverResult, solveTaps } from "../core/telemetry/experiment/solve-taps.ts";
import { BATCH_PACKETS } from "../core/telemetry/packet.ts";
import { SCENARIO, type ScenarioFieldName } from "../core/telemetry/experiment/scenario.ts";
import { SCENARIO_USES } from "../core/telemetry/experiment/uses.ts";
import { comparison } from "./comparison.ts";
import { refuseUnused, tellWithoutEffect } from "./unused-options.ts";
import { ONE_SCENARIO, oneScenario } from "./scenario.ts";
import { table } from "./table.ts";

const name = "equalizer-solvers";

/** Fields of a scenario that neither the normal equations nor CMA's gradient depend on. */
const UNUSED: readonly ScenarioFieldName[] = [
  "equalizers",
  "cmaPasses",
  "cmaStep",
  "cmaStart",
  "fdeWeighting",
  "fde2NoiseFactor",
  "lmsStep",
  "rlsForgetting",
  "dfeBits",
  "loop",
];

export const equalizerSolvers = comparison({
  name,
  about: "Compares solvers for a channel's ZF and MMSE taps, and two forms of CMA's gradient, with float64.",
  details:
    "Solves for a channel's ZF and MMSE taps by every solver, and computes CMA's gradient directly and by convolution: errors against float64, times.",
  examples: ["equalizer-solvers --channel 1 --ebn0 12"],
  ...ONE_SCENARIO,
  configOf(given) {
    refuseUnused(name, given, UNUSED, "on the solvers of ZF and MMSE, and on CMA's gradient");
    const scenario = oneScenario(name, given);
    tellWithoutEffect(name, SCENARIO, SCENARIO_USES, scenario, given);
    return scenario;
  },
  run: solveTaps,
  describe,
});

function describe(results: readonly (SolverResult | GradientResult)[]): string {
  const solvers = results.filter((result) => result.what === "solver");
  const gradients = results.filter((result) => result.what === "gradient");
  const ms = `ms per ${BATCH_PACKETS}`;
  const solved = solvers.map(({ method, ms, flops, systems }) => {
    const errors = (["zf", "mmse"] as const).map((equalizer) => {
      const { errorDb, unsolved } = medianSystem(systems, equalizer);
      return `${inDb(errorDb)}${unsolved > 0 ? ` (${unsolved} unsolved)` : ""}`;
    });
    return [method, (flops / 1e6).toFixed(2), ms.toPrecision(4), ...errors];
  });
  const texts = [table(["solver", "Mflop per packet", ms, "ZF error dB", "MMSE error dB"], solved)];
  if (solvers.length > 0) {
    const [zf, mmse] = (["zf", "mmse"] as const).map((equalizer) => {
      return medianSystem(solvers[0].systems, equalizer).condition?.toExponential(1) ?? "infinite";
    });
    const packets = solvers[0].systems.length / 2;
    texts.push(
      `Condition number: ZF ${zf}, MMSE ${mmse}. Medians over ${packets} ${packets === 1 ? "packet" : "packets"}.\n`,
    );
  }
  if (gradients.length > 0) {
    const rows = gradients.map(({ method, length, ms, errorDb, differenceDb }) => {
      return [method, String(length ?? ""), ms.toPrecision(4), inDb(errorDb), inDb(differenceDb)];
    });
    texts.push(table(["CMA gradient", "FFT points", `${ms}, one pass`, "error dB", "from direct dB"], rows));
  }
  return texts.join("\n");
}

const inDb = (value: number | null) => value?.toFixed(1) ?? "";
