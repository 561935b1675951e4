import { Progress } from "../../elements/progress.tsx";
import { Button } from "../../elements/button.tsx";
import { useMemo } from "react";
import { useShallow } from "zustand/react/shallow";
import type { OpenedRecording } from "../../kit/recording/recording.ts";
import { FigureCard } from "../../figures/card.tsx";
import { columnsToRows } from "../../figures/table.ts";
import { fixed, plain, whole } from "../../format.ts";
import { Chart } from "../../figures/chart.tsx";
import { frequencyUnit } from "./waterfall/frame.ts";
import { stopRecording } from "../../kit/recording/recording.ts";
import { bandOf, surveyPart, useWaterfall } from "./waterfall/store.ts";
import { LESSONS } from "./lessons.ts";
import { scalesAt } from "./measure.ts";

/** The level that stands for no power. */
const SILENCE_DB = -200;

/** The card of the spectrum of the selection or the whole recording, from some samples or from all. */
export function SpectrumCard({ recording }: { recording: OpenedRecording }) {
  const { part, selection, surveying } = useWaterfall(
    useShallow(({ part, selection, surveying }) => ({ part, selection, surveying })),
  );
  const scales = scalesAt(recording, part?.start ?? 0);
  const { unit, factor } = frequencyUnit(scales);
  const { sampleRate = 1, center } = scales;
  const axis = useMemo(() => {
    if (!part) return undefined;
    const from = part.frequency.length * (bandOf(recording)[0] + 0.5);
    return {
      frequency: Float64Array.from(part.frequency.subarray(from), (value) => (value * sampleRate + center) * factor),
      powerDb: part.powerDb.subarray(from),
    };
  }, [part, recording, sampleRate, center, factor]);
  const of = selection ? "the selection" : "the whole recording";
  const share = part ? looked(part.share) : "";
  const band =
    selection &&
    ([selection.low, selection.high].map((edge) => (edge * sampleRate + center) * factor) as [number, number]);
  return (
    <FigureCard
      name="spectrum"
      title="Spectrum"
      lesson={LESSONS.spectrum}
      width="roomy"
      look={
        <>
          Welch’s spectrum of {of}
          {share && `, from ${share} of its samples`}. Select a part on the waterfall to see its spectrum.
        </>
      }
      summary={part && `Mean power ${fixed(part.meanDb, 1)} dB, peak ${fixed(part.peakDb, 1)} dB of full scale.`}
      table={
        axis &&
        (() => ({
          columns: [`frequency (${unit})`, "power per bin (dB)"],
          rows: columnsToRows(axis.frequency, axis.powerDb),
        }))
      }
      controls={
        surveying ? (
          <Button onClick={stopRecording}>Stop</Button>
        ) : (
          <Button disabled={!part || part.share === 1} onClick={() => void surveyPart()}>
            Read all samples
          </Button>
        )
      }
    >
      {axis && part && (
        <>
          <Chart
            label={`Spectrum of ${of}.`}
            x={{
              title: "Frequency",
              unit,
              range: [axis.frequency[0], axis.frequency[axis.frequency.length - 1]],
              more: { hoverformat: ".6~g" },
              read: (f) => `${plain(Number(f), 7)} ${unit}`,
            }}
            y={{ title: "Power per bin", unit: "dB", digits: 1 }}
            curves={[{ name: "power", colour: "--blue", x: axis.frequency, y: axis.powerDb, width: 1.25 }]}
            spans={band && [{ from: band[0], to: band[1], colour: "--accent", opacity: 0.12 }]}
            revision={`${unit} ${axis.frequency[0]}`}
          />
          {surveying && <Progress label="Fraction read" share={part.share} />}
          <p className="caveat">
            {part.peakDb <= SILENCE_DB
              ? "The samples examined have no power."
              : `Mean ${fixed(part.meanDb, 1)} dB, peak ${fixed(part.peakDb, 1)} dB of full scale, crest ${fixed(part.peakDb - part.meanDb, 1)} dB.`}
            {part.nonFinite > 0 &&
              ` ${whole(part.nonFinite)} of ${whole(part.looked)} samples examined are not numbers.`}
          </p>
        </>
      )}
    </FigureCard>
  );
}

function looked(share: number): string {
  if (share === 1) return "all";
  return share < 0.001 ? "less than 0.1 %" : `${plain(100 * share, 2)} %`;
}
