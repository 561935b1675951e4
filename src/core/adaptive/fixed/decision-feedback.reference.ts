import { nearestPoint } from "../../constellation/constellation.ts";
import { filterPacket } from "./linear.reference.ts";

/** Decision feedback: the past symbols are the nearest points to z/scale. */
export function feedBackDecisions(
  packet: Parameters<typeof filterPacket>[0],
  forward: Float64Array,
  feedback: Float64Array,
  sizes: Parameters<typeof filterPacket>[3],
  { points, scale }: { points: Float64Array; scale: number },
): Float64Array {
  return filterPacket(packet, forward, feedback, sizes, (re, im) => {
    const { label } = nearestPoint(points, re / scale, im / scale);
    return [points[2 * label], points[2 * label + 1]];
  });
}
