import { preset } from "#core/graphs/presets/preset.ts";
import { cutText } from "../../kit/recording/cut-text.ts";
import type { OpenedRecording } from "../../kit/recording/recording.ts";
import { showWhole } from "./canvas/handle.ts";
import { open, select } from "./graph/store.ts";
import { sourceOf } from "./live/source.ts";

/** Opens a new graph that reads the open recording. Undo leads back to the one before. */
export function takeRecording(recording: OpenedRecording): void {
  const type = recording.complex ? "complex" : "real";
  const { graph } = preset({
    name: "recording",
    title: recording.title,
    text: [
      cutText(recording) ?? `The samples of ${recording.title}.`,
      "Connect blocks to “recording”, for example a filter, a demodulator and a loudspeaker.",
    ],
    blocks: {
      recording: ["recording-source", sourceOf(recording), 0, 1],
      spectrum: ["spectrum-sink", { type }, 1, 0],
      waterfall: ["waterfall-sink", { type }, 1, 1],
      scope: ["time-sink", { type }, 1, 2],
    },
    connections: ["recording.out spectrum.in", "recording.out waterfall.in", "recording.out scope.in"],
  });
  open(graph);
  select(["recording"]);
  showWhole();
}
