import type { Destination } from "../../kit/recording/destinations.ts";

export const destination: Destination = {
  take: async (recording) => (await import("./take-recording.ts")).takeRecording(recording),
};
