import type { FrameView } from "#core/wifi/experiment/figures/view.ts";
import { describeOther, otherFrame } from "#core/wifi/frame/formats.ts";
import type { Status } from "#core/wifi/frame-table.ts";
import { Empty } from "../../figures/sketch.tsx";
import { NoFigure } from "../../kit/no-result.tsx";
import { useLive } from "../../kit/live.ts";
import { liveCards } from "../../kit/live-card.tsx";
import { inspected } from "./store.ts";

const REASONS: Readonly<Record<Exclude<Status, "received" | "other standard">, string>> = {
  "no long training": "the receiver did not find its preamble",
  "odd parity": "SIGNAL has odd parity",
  "reserved rate": "SIGNAL names a reserved rate",
  "no length": "SIGNAL gives no length",
  "cut off": "the samples end before the frame",
  "no SIGNAL": "the samples end before SIGNAL",
  "no room": "other frames take up the receiver’s buffers, or SIGNAL names another rate or length",
};

/** Why a frame has no data: the second half of a sentence. Undefined if it has data. */
export function missingReason(view: FrameView | undefined): string | undefined {
  const status = view?.line.status ?? "received";
  if (status === "received") return undefined;
  if (status !== "other standard") return REASONS[status];
  const other = view && otherFrame(view.line);
  return other ? `it is a frame of ${describeOther(other)}` : "it is a frame of another standard";
}

/** Makes the card of a figure of the shown frame. */
export const liveCard = liveCards({
  of: inspected,
  useResults: () => useLive(inspected),
  missing({ view }, sketch) {
    const reason = missingReason(view);
    if (reason) return <Empty sketch={sketch}>No data: {reason}.</Empty>;
    return <NoFigure of={inspected} waiting="Receiving …" none="The packet could not be received." sketch={sketch} />;
  },
});
