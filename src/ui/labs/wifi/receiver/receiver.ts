import type { Receiver } from "../../../kit/recording/receivers.ts";
import { shownRecording, useRecording } from "../../../kit/recording/recording.ts";
import { ReceiverCard } from "./receiver-card.tsx";
import { reception, refusalFor } from "./reception.ts";

export const receiver: Receiver = {
  reception,
  takes() {
    const recording = shownRecording(useRecording.getState());
    // A rate that is not known is no reason to expect Wi-Fi.
    return recording?.sampleRate !== undefined && refusalFor(recording) === undefined;
  },
  Card: ReceiverCard,
};
