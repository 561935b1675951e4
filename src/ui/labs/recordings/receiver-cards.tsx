import { useShallow } from "zustand/react/shallow";
import { onDemand } from "../../elements/on-demand.tsx";
import { type ReceiverCardProps, type ReceiverSource, useReceivers } from "../../kit/recording/receivers.ts";
import { fetchReceiver } from "./receivers.ts";
import type { OpenedRecording } from "../../kit/recording/recording.ts";
import { chosenPart, useWaterfall } from "./waterfall/store.ts";

const cards = new Map<ReceiverSource, ReturnType<typeof onDemand<ReceiverCardProps>>>();

function cardOf(source: ReceiverSource) {
  const card =
    cards.get(source) ??
    onDemand(async () => (await fetchReceiver(source)).Card, {
      failed: "This receiver could not be fetched or shown.",
      frame: "card",
      pending: <div className="card awaited" aria-busy="true" />,
    });
  cards.set(source, card);
  return card;
}

/** A card for each receiver that a lab brings, on the selection or the whole recording. */
export function ReceiverCards({ recording }: { recording: OpenedRecording }) {
  const sources = useReceivers((state) => state.sources);
  const part = useWaterfall(useShallow(chosenPart));
  return sources.map((source, i) => {
    const Card = cardOf(source);
    return <Card key={i} recording={recording} part={part} />;
  });
}
