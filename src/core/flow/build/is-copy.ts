import type { CheckedBlock } from "../graph/checked-graph.ts";

/** Whether a block of one sample only hands its input on: its output is equal to it. */
export function isCopy({ made, ports }: Pick<CheckedBlock, "made" | "ports">): boolean {
  if (made?.kind !== "sample" || ports.inputs.length !== 1 || ports.outputs.length !== 1) return false;
  const [[input], [output]] = [ports.inputs, ports.outputs];
  if (input.type !== output.type || Object.keys(made.uniforms).length > 0) return false;
  return made.outputs({ [input.name]: "x" }, {}, "n")[output.name] === "x";
}
