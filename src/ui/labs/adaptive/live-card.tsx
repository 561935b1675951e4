import { useLive } from "../../kit/live.ts";
import { liveCards } from "../../kit/live-card.tsx";
import { NoFigure } from "../../kit/no-result.tsx";
import { inspected } from "./store.ts";

/** Makes the card of a figure of the inspected packet or of the learning curves. */
export const liveCard = liveCards({
  of: inspected,
  useResults: () => useLive(inspected),
  missing: (_, sketch) => (
    <NoFigure of={inspected} waiting="Equalizing …" none="The packet could not be equalized." sketch={sketch} />
  ),
});
