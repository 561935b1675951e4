import { useMemo, useRef } from "react";
import type { SpectrumFigure } from "#core/experiments/figures/spectrum.ts";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { columnsToRows } from "../../figures/table.ts";
import { fixed } from "../../format.ts";
import { Spectrum } from "../../plots/spectrum.tsx";
import { useFigures } from "../../store/figures.ts";
import { LESSONS } from "./lessons.ts";

/** Half the band that the signal fills, MHz: 99 % of SOQPSK-TG's power at 10.3125 Mbit/s lies within. */
const HALF_BAND_MHZ = 5;
/** A dip is called a null when the channel is this much weaker there than at its best in the band, dB. */
const NULL_DB = 6;

export function SpectrumCard() {
  const spectrum = useFigures((state) => state.figures?.spectrum);
  const computing = useFigures((state) => state.computing);
  const picture = useRef<Picture>(null);
  const dip = useMemo(() => spectrum && findNull(spectrum), [spectrum]);
  const found = dip
    ? `The channel has a null of ${fixed(dip.depthDb, 0)} dB at ${fixed(dip.mhz, 1)} MHz.`
    : "No null in the band.";
  return (
    <FigureCard
      name="spectrum"
      lesson={LESSONS.spectrum}
      title="Spectrum"
      look="Where the channel dips, the received spectrum loses power that no equalizer can bring back without noise."
      summary={spectrum && found}
      busy={computing}
      picture={picture}
      table={
        spectrum &&
        (() => ({
          columns: ["frequency (MHz)", "sent (dB)", "received (dB)", "channel (dB)"],
          rows: columnsToRows(spectrum.frequencyMHz, spectrum.sentDb, spectrum.receivedDb, spectrum.responseDb),
        }))
      }
    >
      {spectrum && <Spectrum label={`Spectrum. ${found}`} {...spectrum} nullMHz={dip?.mhz} picture={picture} />}
    </FigureCard>
  );
}

/** The deepest dip of the channel inside the signal's band, if it is deep enough to be one. */
function findNull({ frequencyMHz, responseDb }: SpectrumFigure): { mhz: number; depthDb: number } | undefined {
  let [lowest, highest, at] = [Infinity, -Infinity, 0];
  for (const [i, mhz] of frequencyMHz.entries()) {
    if (Math.abs(mhz) > HALF_BAND_MHZ) continue;
    highest = Math.max(highest, responseDb[i]);
    if (responseDb[i] < lowest) [lowest, at] = [responseDb[i], mhz];
  }
  return highest - lowest >= NULL_DB ? { mhz: at, depthDb: lowest - highest } : undefined;
}
