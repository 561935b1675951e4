import { uses } from "./errors.ts";
import type { GroupsInBuffer } from "./kernel.ts";

/** A dispatch of one kernel. */
interface Dispatch {
  pipeline: GPUComputePipeline;
  group: GPUBindGroup;
  groups: readonly [x: number, y: number, z: number] | GroupsInBuffer;
}

/** Work between passes: a copy or a clear. */
type Between = (encoder: GPUCommandEncoder) => void;

/** Commands that were recorded once, for many submissions. */
export type Commands = readonly (Dispatch | Between)[];

/** Something that records its commands on an encoder. */
interface Recorder {
  encode(encoder: GPUCommandEncoder): void;
}

/** Records the passes (without timestamps), copies and clears of a stage. WebGPU itself can only record them again for each submission. */
export function record(stage: Recorder): Commands {
  const commands: (Dispatch | Between)[] = [];
  let [pipeline, group]: [GPUComputePipeline?, GPUBindGroup?] = [];
  const add = (groups: Dispatch["groups"]) => {
    if (pipeline && group) commands.push({ pipeline, group, groups });
    return undefined;
  };
  const pass: Pick<
    GPUComputePassEncoder,
    "setPipeline" | "setBindGroup" | "dispatchWorkgroups" | "dispatchWorkgroupsIndirect" | "end"
  > = {
    setPipeline(next) {
      pipeline = next;
      return undefined;
    },
    setBindGroup(_: number, next: GPUBindGroup | null) {
      group = next ?? undefined;
      return undefined;
    },
    dispatchWorkgroups: (x, y = 1, z = 1) => add([x, y, z]),
    dispatchWorkgroupsIndirect: (buffer, offset) => add({ buffer, offset }),
    end() {},
  };
  const encoder: Pick<GPUCommandEncoder, "label" | "beginComputePass" | "copyBufferToBuffer" | "clearBuffer"> = {
    label: "recorded commands",
    beginComputePass: () => pass as GPUComputePassEncoder,
    copyBufferToBuffer: (...copy: unknown[]) =>
      void commands.push((real) =>
        real.copyBufferToBuffer(...(copy as Parameters<GPUCommandEncoder["copyBufferToBuffer"]>)),
      ),
    clearBuffer: (buffer, offset, size) => void commands.push((real) => real.clearBuffer(buffer, offset, size)),
  };
  stage.encode(encoder as GPUCommandEncoder);
  uses(commands, [encoder]);
  return commands;
}

/** Returns the commands of several stages, one after another. */
export function joinCommands(parts: readonly Commands[]): Commands {
  const all = parts.flat();
  uses(all, parts);
  return all;
}

/** Encodes recorded commands. Consecutive dispatches become one pass, which takes less time. */
export interface Replay {
  run(commands: Commands): void;
  /** Returns the encoder for other work than passes. */
  between(): GPUCommandEncoder;
}

/** Dispatches of one pass see the results of earlier ones, so the kernels need not know of it. */
export function replayOn(encoder: GPUCommandEncoder): Replay {
  let pass: GPUComputePassEncoder | undefined;
  let current: GPUComputePipeline | undefined;
  const between = () => {
    pass?.end();
    pass = current = undefined;
    return encoder;
  };
  return {
    run(commands) {
      uses(encoder, [commands]);
      for (const command of commands) {
        if (typeof command === "function") {
          command(between());
          continue;
        }
        const { pipeline, group, groups } = command;
        pass ??= encoder.beginComputePass();
        if (pipeline !== current) pass.setPipeline((current = pipeline));
        pass.setBindGroup(0, group);
        if ("buffer" in groups) pass.dispatchWorkgroupsIndirect(groups.buffer, groups.offset);
        else pass.dispatchWorkgroups(groups[0], groups[1], groups[2]);
      }
    },
    between,
  };
}
