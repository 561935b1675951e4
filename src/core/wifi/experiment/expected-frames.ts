import wifiFrame from "#shaders/wifi/lib/frame.wgsl?raw";
import expectedFramesKernel from "#shaders/wifi/experiment/expected-frames.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { checkedCount } from "../../gpu/rows.ts";
import type { Plan } from "../../gpu/timing.ts";
import { type FrameTable, STATUSES } from "../frame-table.ts";
import { checkedLength } from "../frame/data-field.ts";
import { type Rate, RATES } from "../frame/rates.ts";

export interface ExpectedFramesConfig extends Pick<FrameTable, "frames" | "counts"> {
  rate: Rate;
  octets: number;
  /** Most frames. */
  capacity: number;
}

const GROUP = 64;

/**
 * Refuses the frames of a table whose SIGNAL does not name the rate and length that were sent: they get the status "no room". Such
 * a packet counts as an error anyway. So the experiment, whose frames have one size, needs no room for others.
 *
 * @throws RangeError when a number is out of range.
 */
export async function createExpectedFrames(
  device: GPUDevice,
  { rate, octets, frames, counts, capacity }: ExpectedFramesConfig,
): Promise<Plan> {
  const label = "wifi/experiment/expected-frames";
  const groups = Math.ceil(checkedCount(label, "capacity", capacity) / GROUP);
  const constants = {
    GROUP,
    RATE: RATES.indexOf(rate),
    OCTETS: checkedLength(`${label}: octets`, octets),
    REFUSED: STATUSES.indexOf("no room"),
  };
  return createStage(device, {
    label,
    wgsl: [expectedFramesKernel, wifiFrame],
    constants,
    resources: { counts, frames },
    groups,
  });
}
