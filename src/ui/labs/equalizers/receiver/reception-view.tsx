import type { Excerpt } from "#core/capture/excerpt.ts";
import { whole } from "../../../format.ts";
import { ReceptionRun } from "../../../kit/recording/reception-run.tsx";
import { useReception } from "../../../kit/recording/reception.ts";
import { PacketTable } from "./packet-table.tsx";
import { reception } from "./reception.ts";
import { ReceptionTable } from "./reception-table.tsx";
import "./receiver.css";

/** What the telemetry receiver makes of the recording that is shown, or of a part of it. */
export function ReceptionView({ part }: { part?: Excerpt }) {
  const { phase, found } = useReception(reception);
  const { packets, results, nonFinite } = found;
  if (phase === "idle") return <ReceptionRun of={reception} part={part} />;
  return (
    <div className="reception">
      <ReceptionRun of={reception} part={part} />
      {nonFinite > 0 && (
        <p className="remark">{whole(nonFinite)} samples are NaN or infinite. The receiver takes them as zero.</p>
      )}
      {results.length > 0 && <ReceptionTable results={results} done={phase !== "running"} />}
      {packets.length > 0 && <PacketTable label="Packets of the recording" packets={packets} />}
    </div>
  );
}
