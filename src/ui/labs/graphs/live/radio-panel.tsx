import { Button } from "../../../elements/button.tsx";
import { useEffect } from "react";
import { FailureNote } from "../../../elements/failure-note.tsx";
import { fixed, plain } from "../../../format.ts";
import { connectRadio, recordRadio, stopRecording, useRadio, watchRadio } from "./radio.ts";
import "./live.css";

/** Connects a radio, and tells how it is: for a radio-source block. */
export function RadioPanel() {
  const { hasUsb, paired, status, failure, recording } = useRadio();
  const remark = recording?.remark;
  useEffect(watchRadio, []);
  if (!hasUsb) {
    return (
      <p className="remark" role="status">
        This browser cannot open USB receivers. Chrome, Edge and Opera can, on computers and on Android.
      </p>
    );
  }
  const isOpen = status !== undefined && status.state !== "closed";
  return (
    <div className="live">
      <div className="live-row">
        <Button look={paired ? "framed" : "primary"} onClick={() => void connectRadio()}>
          {paired ? "Connect another radio" : "Connect a radio"}
        </Button>
        {isOpen && <RecordButton />}
      </div>
      <p className="caveat" role="status">
        {isOpen ? (
          <Reception />
        ) : paired ? (
          `${paired} is connected. Run the graph to receive.`
        ) : (
          "Plug in an RTL-SDR or HackRF receiver and choose it. The samples stay in this computer."
        )}
      </p>
      {remark && (
        <p className="caveat" role="status">
          <strong>{remark}</strong>
        </p>
      )}
      {failure && <FailureNote failure={failure} onRetry={() => void connectRadio()} />}
    </div>
  );
}

/** What comes from the radio, and what was lost. */
function Reception() {
  const status = useRadio((store) => store.status);
  if (!status) return null;
  const { state, name, request, remark, samples, dropped, message } = status;
  if (state === "unplugged") {
    return (
      <strong>The radio stopped: {message ?? "it is unplugged"}. Plug it in again, and the reception continues.</strong>
    );
  }
  return (
    <>
      {name}: {plain(request.frequency / 1e6)} MHz, {fixed(samples / request.rate, 0)} s received.{" "}
      {dropped > 0 ? (
        <strong>{fixed(dropped / request.rate, 2)} s were dropped, because the page was too slow to read them.</strong>
      ) : (
        "No sample was dropped."
      )}
      {remark && ` ${remark}`}
      {message && ` The last change failed: ${message}`}
    </>
  );
}

/** Records the radio while the graph runs. */
function RecordButton() {
  const { recording, status } = useRadio();
  if (!recording) {
    const disabled = status?.state !== "receiving";
    return (
      <Button disabled={disabled} onClick={() => void recordRadio()}>
        Record
      </Button>
    );
  }
  return (
    <Button className="recording" onClick={stopRecording}>
      Stop recording
      <span className="number">
        {" "}
        {fixed(recording.seconds, 0)} s, {fixed(recording.bytes / 2 ** 20, 0)} MiB
      </span>
    </Button>
  );
}
