import { FailureNote } from "../../figures/failure-note.tsx";
import { FirstVisit } from "../../shell/first-visit.tsx";
import { NoGpu } from "../../shell/no-gpu.tsx";
import { showFigures, useFigures } from "../../store/figures.ts";
import { useScenario } from "../../store/scenario.ts";
import { useView } from "../../store/view.ts";
import { BerCard } from "./ber-card.tsx";
import { ChannelCard } from "./channel-card.tsx";
import { ConstellationsCard } from "./constellations-card.tsx";
import { EstimateCard } from "./estimate-card.tsx";
import { PacketsCard } from "./packets-card.tsx";
import { RecordingCard } from "./recording-card.tsx";
import { ScoreStrip } from "./score-strip.tsx";
import { SpectrumCard } from "./spectrum-card.tsx";
import { TimingsCard } from "./timings-card.tsx";

/** The equalizers lab: the same samples through six receivers, side by side. */
export function EqualizersLab() {
  const failure = useFigures((state) => state.failure);
  const enlarged = useView((view) => view.enlarged);
  return (
    <>
      <FirstVisit />
      <NoGpu />
      {failure && <FailureNote failure={failure} onRetry={() => void showFigures(useScenario.getState().scenario)} />}
      <ScoreStrip />
      <div className="figures" data-enlarged={enlarged !== undefined || undefined}>
        <ChannelCard />
        <SpectrumCard />
        <ConstellationsCard />
        <BerCard />
        <EstimateCard />
        <PacketsCard />
        <TimingsCard />
        <RecordingCard />
      </div>
    </>
  );
}
