import { DEFAULT_SETTINGS, type LinkSettings, MOST_PACKETS } from "../../telemetry/link/settings.ts";
import type { TelemetrySource } from "./telemetry-source.ts";

/** Returns the link's settings for a block. */
export const sourceSettings = (given: TelemetrySource): LinkSettings => ({
  ...DEFAULT_SETTINGS,
  ...given,
  packets: given.packets || MOST_PACKETS,
});
