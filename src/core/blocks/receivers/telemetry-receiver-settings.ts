import { BLOCK_HOP, BLOCK_LEAD } from "../../telemetry/blocks.ts";
import { DEFAULT_SETTINGS, type LinkSettings } from "../../telemetry/link/settings.ts";
import type { TelemetryReceiver } from "./telemetry-receiver.ts";

/** Samples of earlier pages: a block is complete only in the page after its own samples. */
export const TELEMETRY_HISTORY = BLOCK_HOP + BLOCK_LEAD;

/** Returns the lab's settings for the block. */
export const linkSettings = ({ equalizer, ...given }: TelemetryReceiver): LinkSettings => ({
  ...DEFAULT_SETTINGS,
  ...given,
  equalizers: [equalizer],
});
