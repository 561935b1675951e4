import type { CheckedBlock } from "../graph/checked-graph.ts";

/** Whether a block of one sample only hands its input on: its output is equal to it. */
export function isCopy({ instance, ports }: Pick<CheckedBlock, "instance" | "ports">): boolean {
  if (instance?.kind !== "sample" || ports.inputs.length !== 1 || ports.outputs.length !== 1) return false;
  const [[input], [output]] = [ports.inputs, ports.outputs];
  if (input.type !== output.type || Object.keys(instance.uniforms).length > 0) return false;
  return instance.outputs({ [input.name]: "x" }, {}, "n")[output.name] === "x";
}
