import { plain, whole } from "../../../format.ts";
import { useReport } from "../run/reports.ts";
import { SinkCard, type SinkProps } from "./sink-card.tsx";

/** The list shows this many frames, the newest first. The table of the menu has all. */
const SHOWN = 50;
const SHOWN_BYTES = 24;

/** Decoded frames, the newest first. */
export function FramesFigure({ block }: SinkProps) {
  const frames = useReport(block, ["frames"])?.frames;
  const names = [...new Set(frames?.flatMap(({ facts }) => Object.keys(facts)))];
  const rows = (frames ?? []).map(({ time, bytes, facts }) => ({
    time,
    length: bytes.length,
    facts: names.map((name) => String(facts[name] ?? "")),
    text: hexadecimal(bytes),
  }));
  // A receiver behind which the GPU decides the count tells no times.
  const isTimed = rows.some(({ time }) => Number.isFinite(time));
  return (
    <SinkCard
      block={block}
      look="Decoded frames, the newest first."
      width="roomy"
      summary={frames && `${whole(frames.length)} frames.`}
      table={
        frames &&
        (() => ({
          columns: [...(isTimed ? ["time (s)"] : []), "bytes", ...names, "content"],
          rows: rows.map(({ time, length, facts, text }) => [...(isTimed ? [time] : []), length, ...facts, text]),
        }))
      }
    >
      {frames && (
        <div className="table-scroll" tabIndex={0} role="group" aria-label="List of frames">
          <table>
            <thead>
              <tr>
                {[...(isTimed ? ["Time (s)"] : []), "Bytes", ...names, "Content"].map((head) => (
                  <th key={head}>{head}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows
                .slice(-SHOWN)
                .toReversed()
                .map(({ time, length, facts, text }, i) => (
                  <tr key={`${time} ${i}`}>
                    {isTimed && <td>{plain(time, 7)}</td>}
                    <td>{length}</td>
                    {facts.map((fact, k) => (
                      <td key={k}>{fact}</td>
                    ))}
                    <td>
                      <code>{text.length > 3 * SHOWN_BYTES ? `${text.slice(0, 3 * SHOWN_BYTES)}…` : text}</code>
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      )}
    </SinkCard>
  );
}

const hexadecimal = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
