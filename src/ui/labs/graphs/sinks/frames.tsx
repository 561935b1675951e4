import { TableBody } from "../../../elements/table-body.tsx";
import { plain, whole } from "../../../format.ts";
import { useReport } from "../run/reports.ts";
import { SinkCard, type SinkProps } from "./sink-card.tsx";

/** The list shows this many bytes of a frame. The table of the menu has all. */
const SHOWN_BYTES = 24;

/** Decoded frames, the newest first. */
export function FramesFigure({ block }: SinkProps) {
  const report = useReport(block, ["frames"]);
  const frames = report?.frames ?? [];
  const names = [...new Set(frames.flatMap(({ facts }) => Object.keys(facts)))];
  const factsOf = (facts: Readonly<Record<string, unknown>>) => names.map((name) => String(facts[name] ?? ""));
  // A receiver behind which the GPU decides the count tells no times.
  const isTimed = frames.some(({ time }) => Number.isFinite(time));
  return (
    <SinkCard
      block={block}
      look="Decoded frames, the newest first."
      width="roomy"
      summary={report && `${whole(frames.length)} frames.`}
      table={
        report &&
        (() => ({
          columns: [...(isTimed ? ["time (s)"] : []), "bytes", ...names, "content"],
          rows: frames.map(({ time, bytes, facts }) => [
            ...(isTimed ? [time] : []),
            bytes.length,
            ...factsOf(facts),
            hexadecimal(bytes),
          ]),
        }))
      }
    >
      {report && (
        <div className="table-scroll" tabIndex={0} role="group" aria-label="List of frames">
          <table aria-rowcount={frames.length + 1}>
            <thead>
              <tr>
                {[...(isTimed ? ["Time (s)"] : []), "Bytes", ...names, "Content"].map((head) => (
                  <th key={head}>{head}</th>
                ))}
              </tr>
            </thead>
            <TableBody count={frames.length}>
              {(row) => {
                const { time, bytes, facts } = frames[frames.length - 1 - row];
                return (
                  <tr key={row} aria-rowindex={row + 2}>
                    {isTimed && <td>{plain(time, 7)}</td>}
                    <td>{bytes.length}</td>
                    {factsOf(facts).map((fact, i) => (
                      <td key={names[i]}>{fact}</td>
                    ))}
                    <td>
                      <code>
                        {hexadecimal(bytes.subarray(0, SHOWN_BYTES))}
                        {bytes.length > SHOWN_BYTES && "…"}
                      </code>
                    </td>
                  </tr>
                );
              }}
            </TableBody>
          </table>
        </div>
      )}
    </SinkCard>
  );
}

const hexadecimal = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
