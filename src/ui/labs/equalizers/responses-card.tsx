import { useRef } from "react";
import type { EqualizersFigure } from "#core/telemetry/experiment/figures/equalizers.ts";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { fixed } from "../../format.ts";
import { ALGORITHMS } from "./algorithms.ts";
import { EqualizerResponses } from "./charts/equalizer-responses.tsx";
import { useFigures } from "./store/figures.ts";
import { lessonOf } from "./lesson-of.ts";
import { FIRST_PACKET_MISSING } from "./text.ts";

export function ResponsesCard() {
  const figures = useFigures((state) => state.figures);
  const waiting = useFigures((state) => state.waiting);
  const picture = useRef<Picture>(null);
  const shown = figures?.equalizers;
  const summary = shown ? describe(shown) : undefined;
  return (
    <FigureCard
      name="responses"
      lesson={lessonOf("responses")}
      title="Responses"
      look="Above: each equalizer amplifies what the channel attenuates. Below: the product of channel and equalizer; a flat line is perfect equalization."
      summary={summary}
      busy={waiting}
      picture={picture}
      table={
        shown
          ? () => ({
              columns: ["frequency (MHz)", "equalizer", "|H|² (dB)", "|C|² (dB)", "|H·C|² (dB)"],
              rows: shown.equalizers.flatMap(({ equalizer, responseDb, combinedDb }) =>
                Array.from(shown.frequencyMHz, (mhz, k) => [
                  mhz,
                  equalizer,
                  shown.channelDb[k],
                  responseDb[k],
                  combinedDb[k],
                ]),
              ),
            })
          : undefined
      }
    >
      {shown && (
        <>
          <EqualizerResponses label={`Responses. ${summary}`} {...shown} picture={picture} />
        </>
      )}
      {figures && !shown && <p className="empty">{FIRST_PACKET_MISSING}</p>}
    </FigureCard>
  );
}

/** A sentence with the ripple of channel and equalizer together in the middle of the band. */
function describe({ frequencyMHz, equalizers }: EqualizersFigure): string {
  const spans = equalizers.map(({ equalizer, combinedDb }) => {
    const inBand = combinedDb.filter((_, k) => Math.abs(frequencyMHz[k]) < 4);
    const span = inBand.reduce((a, b) => Math.max(a, b), -Infinity) - inBand.reduce((a, b) => Math.min(a, b), Infinity);
    return `${ALGORITHMS[equalizer].short} ${fixed(span, 1)} dB`;
  });
  return `Ripple of channel and equalizer together within ±4 MHz: ${spans.join(", ")}.`;
}
