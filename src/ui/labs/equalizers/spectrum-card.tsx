import { useMemo } from "react";
import type { SpectrumFigure } from "#core/telemetry/experiment/figures/spectrum.ts";
import { columnsToRows } from "../../figures/table.ts";
import { fixed } from "../../format.ts";
import { Spectrum } from "./charts/spectrum.tsx";
import { findNull, gainsInBand } from "./null.ts";
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
  summary: (spectrum) => `${nullSentence(spectrum)} ${gainsSentence(spectrum)}`,
  table: ({ frequencyMHz, sentDb, receivedDb, responseDb }) => ({
    columns: ["frequency (MHz)", "sent (dB)", "received (dB)", "channel (dB)"],
    rows: columnsToRows(frequencyMHz, sentDb, receivedDb, responseDb),
  }),
  draw: ({ dip, ...spectrum }) => (
    <Spectrum label={`Spectrum. ${nullSentence({ dip })}`} {...spectrum} nullMHz={dip?.mhz} />
  ),
});

const nullSentence = ({ dip }: { dip: ReturnType<typeof findNull> }) =>
  dip ? `The channel has a null of ${fixed(dip.depthDb, 0)} dB at ${fixed(dip.mhz, 1)} MHz.` : "No null in the band.";

/** Minima in words up to this number; a measured channel may have many. */
const MOST_MINIMA = 8;

function gainsSentence(spectrum: SpectrumFigure): string {
  const { frequencyMHz, responseDb } = spectrum;
  const { highest, minima, carrier } = gainsInBand(spectrum);
  const at = (i: number) => `${fixed(responseDb[i], 1)} dB at ${fixed(frequencyMHz[i], 1)} MHz`;
  const listed = minima.slice(0, MOST_MINIMA).map(at).join(", ");
  const rest = minima.length > MOST_MINIMA ? ", …" : "";
  const dips =
    minima.length === 0
      ? "no minimum"
      : `${minima.length} ${minima.length === 1 ? "minimum" : "minima"} (${listed}${rest})`;
  return `Relative to the first ray the channel's gain in the band is at most ${at(highest)}, and ${fixed(responseDb[carrier], 1)} dB at the carrier; it has ${dips}.`;
}
