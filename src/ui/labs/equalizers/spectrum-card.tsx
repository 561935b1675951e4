import { useMemo } from "react";
import { FigureCard } from "../../figures/card.tsx";
import { columnsToRows } from "../../figures/table.ts";
import { fixed } from "../../format.ts";
import { Spectrum } from "./charts/spectrum.tsx";
import { useFigures } from "./store/figures.ts";
import { lessonOf } from "./lesson-of.ts";
import { findNull } from "./null.ts";

export function SpectrumCard() {
  const spectrum = useFigures((state) => state.figures?.spectrum);
  const waiting = useFigures((state) => state.waiting);
  const dip = useMemo(() => spectrum && findNull(spectrum), [spectrum]);
  const found = dip
    ? `The channel has a null of ${fixed(dip.depthDb, 0)} dB at ${fixed(dip.mhz, 1)} MHz.`
    : "No null in the band.";
  return (
    <FigureCard
      name="spectrum"
      lesson={lessonOf("spectrum")}
      title="Spectrum"
      look="A null takes power. An equalizer that restores it amplifies the noise there."
      summary={spectrum && found}
      busy={waiting}
      table={
        spectrum &&
        (() => ({
          columns: ["frequency (MHz)", "sent (dB)", "received (dB)", "channel (dB)"],
          rows: columnsToRows(spectrum.frequencyMHz, spectrum.sentDb, spectrum.receivedDb, spectrum.responseDb),
        }))
      }
    >
      {spectrum && <Spectrum label={`Spectrum. ${found}`} {...spectrum} nullMHz={dip?.mhz} />}
    </FigureCard>
  );
}
