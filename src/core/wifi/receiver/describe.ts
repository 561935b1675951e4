import { describeOther, describeTraits } from "../frame/formats.ts";
import type { Status } from "../frame-table.ts";
import type { ReceivedFrame } from "./received-frame.ts";

const REASONS: Readonly<Record<Exclude<Status, "received" | "other standard">, string>> = {
  "no long training": "no long training",
  "odd parity": "SIGNAL has odd parity",
  "reserved rate": "SIGNAL names a reserved rate",
  "no length": "SIGNAL gives LENGTH 0",
  "cut off": "cut off",
  "no room": "no room in the receiver",
  "no SIGNAL": "cut off before SIGNAL",
};

type Told = Pick<ReceivedFrame, "status" | "other" | "rateMbps">;

/** Says why a frame was not received; undefined for a received frame. */
export function refusalText({ status, other, rateMbps }: Told): string | undefined {
  if (status === "received") return undefined;
  if (status === "other standard") return other ? describeOther(other) : status;
  const isUndecided = status === "cut off" && rateMbps === null;
  return isUndecided ? "cut off after SIGNAL, before the symbols that tell its standard" : REASONS[status];
}

/** Describes the other contents of another standard's signal field; undefined if there are none. */
export const traitText = ({ other }: Pick<ReceivedFrame, "other">): string | undefined =>
  (other && describeTraits(other)) || undefined;

/** Says how many candidates a list leaves out because they begin within other frames; undefined if there are none. */
export function hiddenText(hidden: number): string | undefined {
  if (hidden === 0) return undefined;
  return hidden === 1
    ? "1 candidate begins within the duration of another frame and fails its own check, so it is not listed."
    : `${hidden} candidates begin within the duration of other frames and fail their own checks, so they are not listed.`;
}
