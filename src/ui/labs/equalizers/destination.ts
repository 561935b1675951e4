import { telemetryRefusal } from "#core/telemetry/experiment/receivable-rate.ts";
import type { Destination } from "../../kit/recording/destinations.ts";

/** Classes that the telemetry's SOQPSK may be taken for. */
const LIKE_SOQPSK = ["OQPSK", "GMSK", "MSK", "unsure"];

export const destination: Destination = {
  refusal(offer) {
    const { signal } = offer;
    if (signal !== undefined && !LIKE_SOQPSK.includes(signal)) {
      return `The telemetry receiver takes SOQPSK, and this signal is probably ${signal}.`;
    }
    return telemetryRefusal(offer);
  },
  // Its card shows the open recording.
  take() {},
  figure: "recording",
};
