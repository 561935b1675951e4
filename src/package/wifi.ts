/**
 * IEEE 802.11a, g and p: receiving the frames of a recording on the GPU, and making frames.
 *
 * @module
 */
export { receiveWifi, type WifiOptions } from "../core/wifi/receiver/frames.ts";
export { type ReceptionConfig, receiveRecording as receiveWifiPages } from "../core/wifi/receiver/recording.ts";
export type { WifiReceptionState, WifiReceptionStep } from "../core/wifi/receiver/receive.ts";
export type { ReceivedFrame } from "../core/wifi/receiver/received-frame.ts";
export { type Frame, transmit as transmitWifi } from "../core/wifi/frame/frame.float64.ts";
export { acknowledgement, type Beacon, beacon, type DataFrame, dataFrame } from "../core/wifi/frame/mac-frames.ts";
export { type MacHeader, parseMacHeader } from "../core/wifi/frame/mac-header.ts";
export { type Rate, rateOf, RATES } from "../core/wifi/frame/rates.ts";
export { type CapturedFrame, pcapFile, type PcapOptions } from "../core/wifi/pcap.ts";
