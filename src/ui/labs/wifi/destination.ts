import { CHANNEL_WIDTHS, channelRefusal } from "#core/wifi/receiver/channel-width.ts";
import type { Destination, Offer } from "../../kit/recording/destinations.ts";

/** The widest channel that a recording can hold. */
const widthFor = (offer: Offer) => CHANNEL_WIDTHS.find((width) => channelRefusal(offer, width) === undefined);

export const destination: Destination = {
  refusal(offer) {
    const { signal } = offer;
    if (signal !== undefined && signal !== "OFDM" && signal !== "unsure") {
      return `802.11 frames are OFDM, and this signal is probably ${signal}.`;
    }
    return widthFor(offer) === undefined ? channelRefusal(offer, 10) : undefined;
  },
  async take(recording) {
    const { useReceiver } = await import("./receiver/reception.ts");
    const width = widthFor(recording);
    if (width !== undefined) useReceiver.setState({ width: `${width}` });
  },
  figure: "recording",
};
