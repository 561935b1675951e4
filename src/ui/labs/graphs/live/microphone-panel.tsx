import { Button } from "../../../elements/button.tsx";
import type { MicrophoneSource } from "#core/blocks/sources/microphone-source.ts";
import { closeMicrophone, connectMicrophone, useMicrophone } from "./microphone.ts";
import "./live.css";

/** Connects the microphone of a microphone-source block. */
export function MicrophonePanel({ type, rate }: MicrophoneSource) {
  const { state, name, refusal, samples } = useMicrophone();
  const isOpen = state === "open" && samples?.type === type && samples.rate === rate;
  return (
    <div className="live">
      {isOpen ? (
        <div className="live-row">
          <span>{name ?? "Audio input"}</span>
          <Button onClick={() => void closeMicrophone()}>Disconnect</Button>
        </div>
      ) : (
        <Button look="primary" disabled={state === "opening"} onClick={() => void connectMicrophone({ type, rate })}>
          Connect the microphone
        </Button>
      )}
      {refusal && (
        <p className="caveat refused" role="alert">
          {refusal}
        </p>
      )}
      <p className="caveat">The sound stays in this computer.</p>
    </div>
  );
}
