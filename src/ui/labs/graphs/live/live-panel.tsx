import type { MicrophoneSource } from "#core/blocks/sources/microphone-source.ts";
import type { RecordingSource } from "#core/blocks/sources/recording-source.ts";
import { MicrophonePanel } from "./microphone-panel.tsx";
import { RadioPanel } from "./radio-panel.tsx";
import { RecordingPanel } from "./recording-panel.tsx";

interface LivePanelProps {
  /** The block's id, type and parameters. */
  block: string;
  type: string;
  parameters: Readonly<Record<string, unknown>>;
}

/** What a person does to open a source, for the blocks that have one. */
export function LivePanel({ block, type, parameters }: LivePanelProps) {
  if (type === "radio-source") return <RadioPanel />;
  if (type === "microphone-source") return <MicrophonePanel {...(parameters as unknown as MicrophoneSource)} />;
  if (type === "recording-source") {
    return <RecordingPanel block={block} parameters={parameters as unknown as RecordingSource} />;
  }
  return null;
}
