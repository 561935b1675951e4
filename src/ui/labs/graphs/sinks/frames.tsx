import { TableBody } from "../../../elements/table-body.tsx";
import { plain, whole } from "../../../format.ts";
import { sinkFigure } from "./sink-card.tsx";

/** The list shows this many bytes of a frame. The table of the menu has all. */
const SHOWN_BYTES = 24;

/** Decoded frames, the newest first. */
export const FramesFigure = sinkFigure(
  "frames",
  { look: "Decoded frames, the newest first.", width: "roomy" },
  ({ frames }) => {
    const names = [...new Set(frames.flatMap(({ facts }) => Object.keys(facts)))];
    // A receiver behind which the GPU decides the count tells no times.
    const isTimed = frames.some(({ time }) => Number.isFinite(time));
    const cells = ({ time, bytes, facts }: (typeof frames)[number]) => ({
      time: isTimed ? [time] : [],
      rest: [bytes.length, ...names.map((name) => String(facts[name] ?? ""))],
    });
    return {
      summary: `${whole(frames.length)} frames.`,
      table: () => ({
        columns: [...(isTimed ? ["time (s)"] : []), "bytes", ...names, "content"],
        rows: frames.map((frame) => {
          const { time, rest } = cells(frame);
          return [...time, ...rest, hexadecimal(frame.bytes)];
        }),
      }),
      children: (
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
                const frame = frames[frames.length - 1 - row];
                const { time, rest } = cells(frame);
                return (
                  <tr key={row} aria-rowindex={row + 2}>
                    {[...time.map((seconds) => plain(seconds, 7)), ...rest].map((cell, i) => (
                      <td key={i}>{cell}</td>
                    ))}
                    <td>
                      <code>
                        {hexadecimal(frame.bytes.subarray(0, SHOWN_BYTES))}
                        {frame.bytes.length > SHOWN_BYTES && "…"}
                      </code>
                    </td>
                  </tr>
                );
              }}
            </TableBody>
          </table>
        </div>
      ),
    };
  },
);

const hexadecimal = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
