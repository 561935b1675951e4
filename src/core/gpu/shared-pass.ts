import { uses } from "./errors.ts";

/** An encoder for stages that each record own passes. Consecutive ones become one pass, which takes less time. */
export interface SharedPass {
  /** Takes passes without timestamps, copies and clears. */
  readonly encoder: GPUCommandEncoder;
  /** Ends the last pass. Called once, before the commands are finished. */
  end(): void;
}

/**
 * Records on `encoder`. Dispatches of one pass see the results of earlier ones, so the stages need not know of it.
 */
export function sharePasses(encoder: GPUCommandEncoder): SharedPass {
  let pass: GPUComputePassEncoder | undefined;
  const end = () => {
    pass?.end();
    pass = undefined;
  };
  const shared: Pick<
    GPUComputePassEncoder,
    "setPipeline" | "setBindGroup" | "dispatchWorkgroups" | "dispatchWorkgroupsIndirect" | "end"
  > = {
    setPipeline: (pipeline) => pass?.setPipeline(pipeline),
    setBindGroup: (index: number, group: GPUBindGroup | null) => pass?.setBindGroup(index, group),
    dispatchWorkgroups: (x, y, z) => pass?.dispatchWorkgroups(x, y, z),
    dispatchWorkgroupsIndirect: (buffer, offset) => pass?.dispatchWorkgroupsIndirect(buffer, offset),
    end() {},
  };
  const outer: Pick<GPUCommandEncoder, "label" | "beginComputePass" | "copyBufferToBuffer" | "clearBuffer"> = {
    label: encoder.label,
    beginComputePass() {
      pass ??= encoder.beginComputePass({ label: encoder.label });
      return shared as GPUComputePassEncoder;
    },
    copyBufferToBuffer(...copy: unknown[]) {
      end();
      encoder.copyBufferToBuffer(...(copy as Parameters<GPUCommandEncoder["copyBufferToBuffer"]>));
    },
    clearBuffer(buffer, offset, size) {
      end();
      encoder.clearBuffer(buffer, offset, size);
    },
  };
  return {
    encoder: outer as GPUCommandEncoder,
    end() {
      end();
      uses(encoder, [outer]);
    },
  };
}
