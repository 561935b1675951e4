import { useLive } from "../../kit/live.ts";
import { liveCards } from "../../kit/live-card.tsx";
import { NoFigure } from "../../kit/no-result.tsx";
import { codeword } from "./store.ts";

/** Makes the card of a figure of the inspected codeword. */
export const liveCard = liveCards({
  of: codeword,
  useResults: () => useLive(codeword),
  missing: (_, sketch) => (
    <NoFigure of={codeword} waiting="Decoding …" none="The codeword could not be decoded." sketch={sketch} />
  ),
});
