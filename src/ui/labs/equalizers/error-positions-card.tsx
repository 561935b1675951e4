import { useMemo, useRef } from "react";
import type { ErrorPositionsFigure } from "#core/telemetry/experiment/figures/error-positions.ts";
import { KNOWN_BITS, PACKET_BITS, PREAMBLE_BITS } from "#core/telemetry/packet.ts";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { whole } from "../../format.ts";
import { ALGORITHMS } from "./algorithms.ts";
import { ErrorPositions } from "./charts/error-positions.tsx";
import { useFigures } from "./store/figures.ts";
import { lessonOf } from "./lesson-of.ts";

const PARTS = [
  { name: "preamble", to: PREAMBLE_BITS },
  { name: "marker", to: KNOWN_BITS },
  { name: "data", to: PACKET_BITS },
];

export function ErrorPositionsCard() {
  const figures = useFigures((state) => state.figures);
  const waiting = useFigures((state) => state.waiting);
  const picture = useRef<Picture>(null);
  const shown = figures?.errorPositions;
  const bits = useMemo(() => shown?.bins.map(({ from, to }) => (to - from) * shown.packets) ?? [], [shown]);
  const longest = Math.max(...(shown?.bins.map(({ from, to }) => to - from) ?? []));
  const summary = shown && shown.packets > 0 ? describe(shown) : undefined;
  return (
    <FigureCard
      name="error-positions"
      lesson={lessonOf("error-positions")}
      title="Errors along the packet"
      width="roomy"
      look="Where in the packet bits are wrong. Errors are spread evenly if the loop holds, and grow towards the end if it slips."
      summary={summary}
      busy={waiting}
      picture={picture}
      table={
        summary && shown
          ? () => ({
              columns: ["from bit", "to bit", "equalizer", "errors", "bits", "error rate"],
              rows: shown.counts.flatMap(({ equalizer, errors }) =>
                shown.bins.map(({ from, to }, i) => [from, to - 1, equalizer, errors[i], bits[i], errors[i] / bits[i]]),
              ),
            })
          : undefined
      }
    >
      {summary && shown && (
        <>
          <ErrorPositions
            label={`Errors along the packet. ${summary}`}
            {...shown}
            bits={bits}
            mostBits={longest * figures.sent}
            parts={PARTS}
            picture={picture}
          />
        </>
      )}
      {figures && !summary && <p className="empty">No packet was found.</p>}
    </FigureCard>
  );
}

/** A sentence that compares the first and the second half of the data. */
function describe({ bins, counts, packets }: ErrorPositionsFigure): string {
  const middle = (KNOWN_BITS + PACKET_BITS) / 2;
  const parts = counts.map(({ equalizer, errors }) => {
    const sum = (within: (bin: { from: number; to: number }) => boolean) =>
      errors.reduce((total, count, i) => total + (within(bins[i]) ? count : 0), 0);
    const [early, late] = [
      sum(({ from, to }) => from >= KNOWN_BITS && to <= middle),
      sum(({ from }) => from >= middle),
    ];
    return `${ALGORITHMS[equalizer].short} ${whole(early)} and ${whole(late)}`;
  });
  return `Errors in the first and the second half of the data of ${packets} packets: ${parts.join(", ")}.`;
}
