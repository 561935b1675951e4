import { duration, whole } from "../../format.ts";
import type { Excerpt } from "#core/capture/excerpt.ts";
import { receiveRecording, stopRecording, useRecording } from "./recording.ts";
import { PacketTable } from "./packet-table.tsx";
import { ReceptionTable } from "./reception-table.tsx";
import "./recording.css";

/** What the receiver makes of the recording that is shown, or of a part of it. */
export function ReceptionView({ part }: { part?: Excerpt }) {
  const reception = useRecording((state) => state.reception);
  if (!reception) {
    return (
      <button type="button" className="button primary" onClick={() => void receiveRecording(part)}>
        {part ? "Run the receiver on the selection" : "Run the receiver"}
      </button>
    );
  }
  const { phase, progress, remainingMs, ms, packets, results } = reception;
  const found = `${whole(packets.length)} ${packets.length === 1 ? "packet" : "packets"} found`;
  return (
    <div className="reception">
      <p className="busy">
        <span role="status">
          <strong>{found}</strong>
          {phase === "finished" && ` in ${duration(ms)}`}
          {phase === "stopped" && ", stopped early"}
          {reception.part && `, from sample ${whole(reception.part.start)} on`}
        </span>
        {phase === "running" && (
          <>
            <progress aria-label="Reception" max={1} value={progress} />
            <span className="muted">{remainingMs !== undefined && `${duration(remainingMs)} left`}</span>
          </>
        )}
        <button
          type="button"
          className="button"
          onClick={phase === "running" ? stopRecording : () => void receiveRecording(part)}
        >
          {phase === "running" ? "Stop" : part ? "Run on the selection" : "Run again"}
        </button>
      </p>
      {results.length > 0 && <ReceptionTable results={results} done={phase !== "running"} />}
      {packets.length > 0 && <PacketTable label="Packets of the recording" packets={packets} />}
    </div>
  );
}
