import { FailureNote } from "../../elements/failure-note.tsx";
import { useLive } from "../../kit/live.ts";
import { NoGpu } from "../../kit/no-gpu.tsx";
import { JumpList } from "../../kit/jump-list.tsx";
import { type FigureGroup, Sections } from "../../kit/section.tsx";
import { useAttention } from "../../figures/attention.ts";
import { AcquisitionCard } from "./acquisition-card.tsx";
import { BitCard } from "./bit-card.tsx";
import { ChannelCard } from "./channel-card.tsx";
import { ConstellationCard } from "./constellation-card.tsx";
import { CarrierErrorCard, SymbolErrorCard } from "./error-cards.tsx";
import { FrameCard } from "./frame-card.tsx";
import { LlrCard } from "./llr-card.tsx";
import { PilotsCard } from "./pilots-card.tsx";
import { OctetsCard } from "./octets-card.tsx";
import { PerCard } from "./per-card.tsx";
import { RecordingCard } from "./recording-card.tsx";
import { ShownFrame } from "./shown-frame.tsx";
import { EstimatorStrip } from "./estimator-strip.tsx";
import { inspected } from "./store.ts";
import { ThroughputCard } from "./throughput-card.tsx";
import { TrellisCard } from "./trellis-card.tsx";
import "./wifi.css";

export const GROUPS: readonly FigureGroup[] = [
  {
    name: "frame",
    title: "Frame",
    about: "the frame in time, detection, channel, pilots",
    cards: {
      frame: FrameCard,
      acquisition: AcquisitionCard,
      response: ChannelCard,
      "error-carrier": CarrierErrorCard,
      pilots: PilotsCard,
    },
  },
  {
    name: "symbols",
    title: "Symbols",
    about: "equalized points, EVM along the frame, LLRs",
    cards: { points: ConstellationCard, "error-symbol": SymbolErrorCard, llrs: LlrCard },
  },
  {
    name: "bits",
    title: "Bits",
    about: "one bit’s path, the decoder’s trellis, octets",
    cards: { bit: BitCard, survivors: TrellisCard, octets: OctetsCard },
  },
  {
    name: "rates",
    title: "Rates",
    about: "packet error rate, throughput",
    cards: { fer: PerCard, throughput: ThroughputCard },
  },
  {
    name: "recording",
    title: "Recording",
    about: "the receiver on a file",
    cards: { recording: RecordingCard },
  },
];

/** The Wi-Fi lab: one 802.11 frame from samples to octets, packet error rates, and received recordings. */
export function WifiLab() {
  const { failure } = useLive(inspected);
  const enlarged = useAttention((state) => state.enlarged);
  return (
    <div className="sectioned" data-enlarged={enlarged !== undefined || undefined}>
      <NoGpu />
      {failure && <FailureNote failure={failure} onRetry={() => void inspected.compute()} />}
      <div className="sticky">
        <div className="sticky-head">
          <JumpList sections={GROUPS} />
          <ShownFrame />
        </div>
        <EstimatorStrip />
      </div>
      <Sections groups={GROUPS} failed={failure !== undefined} />
    </div>
  );
}
