import { amReceiver } from "./am-receiver.ts";
import { benchmarks } from "./benchmarks.ts";
import { berLoop } from "./ber-loop.ts";
import { fmReceiver } from "./fm-receiver.ts";
import { fmStereo } from "./fm-stereo.ts";
import { multipathLink } from "./multipath.ts";
import type { Preset } from "./preset.ts";
import { radio } from "./radio.ts";
import { spectrumAnalyser } from "./spectrum-analyser.ts";
import { synchronization } from "./synchronization.ts";
import { telemetry } from "./telemetry.ts";
import { wifiReceiverPreset } from "./wifi-receiver.ts";

/** The presets of flow graphs, in the order of the menu. */
export const PRESETS: readonly Preset[] = [
  fmReceiver,
  fmStereo,
  amReceiver,
  spectrumAnalyser,
  berLoop,
  synchronization,
  multipathLink,
  telemetry,
  wifiReceiverPreset,
  radio,
  ...benchmarks,
];
