import { useMemo } from "react";
import { columnsToRows } from "../../figures/table.ts";
import { fixed } from "../../format.ts";
import { Spectrum } from "./charts/spectrum.tsx";
import { findNull } from "./null.ts";
import { liveCard } from "./live-card.tsx";

export const SpectrumCard = liveCard({
  name: "spectrum",
  title: "Spectrum",
  look: "A null takes power. An equalizer that restores it amplifies the noise there.",
  useData(figures) {
    const spectrum = figures?.spectrum;
    const dip = useMemo(() => spectrum && findNull(spectrum), [spectrum]);
    return spectrum && { ...spectrum, dip };
  },
  summary: ({ dip }) =>
    dip ? `The channel has a null of ${fixed(dip.depthDb, 0)} dB at ${fixed(dip.mhz, 1)} MHz.` : "No null in the band.",
  table: ({ frequencyMHz, sentDb, receivedDb, responseDb }) => ({
    columns: ["frequency (MHz)", "sent (dB)", "received (dB)", "channel (dB)"],
    rows: columnsToRows(frequencyMHz, sentDb, receivedDb, responseDb),
  }),
  draw: ({ dip, ...spectrum }, found) => <Spectrum label={`Spectrum. ${found}`} {...spectrum} nullMHz={dip?.mhz} />,
});
