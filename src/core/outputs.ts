import { type Context, moved } from "./experiment.ts";
import { labOf, type Lecture } from "./lectures/lecture.ts";
import type { ScormVersion } from "./lectures/scorm.ts";
import type { LabOutputs } from "./lectures/lab-outputs.ts";

/** The outputs of labs for lectures: one line per lab, by the name in its address. */
const OUTPUTS: Readonly<Record<string, () => Promise<{ outputs: LabOutputs }>>> = {
  adaptive: () => import("./adaptive/experiment/outputs.ts"),
  equalizers: () => import("./telemetry/experiment/outputs.ts"),
  convolution: () => import("./convolution/experiment/outputs.ts"),
  filters: () => import("./filters/outputs.ts"),
  mimo: () => import("./mimo/experiment/outputs.ts"),
  turbo: () => import("./codes/turbo/experiment/outputs.ts"),
  wifi: () => import("./wifi/experiment/outputs.ts"),
  graphs: () => import("./graphs/outputs.ts"),
  recordings: () => import("./signals/outputs.ts"),
};

/** @throws RangeError for a lab without outputs. */
async function outputsOf(scenario: string): Promise<LabOutputs> {
  const lab = labOf(scenario);
  if (Object.hasOwn(OUTPUTS, lab)) return (await OUTPUTS[lab]()).outputs;
  throw new RangeError(`there is no lab "${lab}"; the labs are ${Object.keys(OUTPUTS).join(", ")}`);
}

/** What lectures ask: a scenario is an address without its "#". */
export const asks = {
  /** The value of an output: see `Evaluate`. */
  output: async (context: Context, scenario: string, name: string, reference?: string) =>
    (await outputsOf(scenario)).evaluate(context, scenario, name, reference),
  /** The outputs that a scenario has. */
  outputs: async (_: unknown, scenario: string) => (await outputsOf(scenario)).list(scenario),
  /** The fields of a scenario, with their values. */
  fields: async (_: unknown, scenario: string) => (await outputsOf(scenario)).fields(scenario),
  /** A package for a course: see `scormPackage`. */
  scorm: async (_: unknown, lecture: Lecture, version: ScormVersion, page: Readonly<Record<string, Uint8Array>>) =>
    moved({ bytes: (await import("./lectures/package.ts")).scormPackage(lecture, version, page) }),
  /** A scenario in its usual form. */
  usual: async (_: unknown, scenario: string) => (await outputsOf(scenario)).usual(scenario),
};
