import type { MicrophoneSource } from "#core/blocks/sources/microphone-source.ts";
import { MicrophonePanel } from "./microphone-panel.tsx";
import { RadioPanel } from "./radio-panel.tsx";

interface LivePanelProps {
  /** The block's type and parameters. */
  type: string;
  parameters: Readonly<Record<string, unknown>>;
}

/** What a person does to open a live source, for the blocks that have one. */
export function LivePanel({ type, parameters }: LivePanelProps) {
  if (type === "radio-source") return <RadioPanel />;
  if (type === "microphone-source") return <MicrophonePanel {...(parameters as unknown as MicrophoneSource)} />;
  return null;
}
