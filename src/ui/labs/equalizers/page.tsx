import { FailureNote } from "../../kit/failure-note.tsx";
import { NoResult } from "../../figures/pending.tsx";
import { JumpList } from "../../kit/jump-list.tsx";
import { type FigureGroup, Sections } from "../../kit/section.tsx";
import { FirstVisit } from "./first-visit.tsx";
import { NoGpu } from "../../page/no-gpu.tsx";
import { showFigures, useFigures } from "./store/figures.ts";
import { useScenario } from "./store/scenario.ts";
import { useView } from "../../page/view.ts";
import { BerCard } from "./ber-card.tsx";
import { ChannelCard } from "./channel-card.tsx";
import { ConstellationsCard } from "./constellations-card.tsx";
import { ConvergenceCard } from "./convergence-card.tsx";
import { ErrorPositionsCard } from "./error-positions-card.tsx";
import { EstimateCard } from "./estimate-card.tsx";
import { EyesCard } from "./eyes-card.tsx";
import { PacketsCard } from "./packets-card.tsx";
import { PhaseCard } from "./phase-card.tsx";
import { RecordingCard } from "./recording-card.tsx";
import { ResponsesCard } from "./responses-card.tsx";
import { ScoreStrip } from "./score-strip.tsx";
import { SpectrogramCard } from "./spectrogram-card.tsx";
import { SpectrumCard } from "./spectrum-card.tsx";
import { TapsCard } from "./taps-card.tsx";
import { TimingsCard } from "./timings-card.tsx";
import "./equalizers.css";

export const GROUPS: readonly FigureGroup[] = [
  {
    name: "overview",
    title: "Signal",
    about: "channel, spectrum, constellations, bit error rate",
    cards: { channel: ChannelCard, spectrum: SpectrumCard, constellations: ConstellationsCard, ber: BerCard },
  },
  {
    name: "channel",
    title: "Channel",
    about: "spectrogram, estimate, packets",
    cards: { spectrogram: SpectrogramCard, estimate: EstimateCard, packets: PacketsCard },
  },
  {
    name: "equalizers",
    title: "Equalizers",
    about: "taps, responses, CMA’s convergence",
    cards: { taps: TapsCard, responses: ResponsesCard, convergence: ConvergenceCard },
  },
  {
    name: "decisions",
    title: "Decisions",
    about: "eye diagrams, loop phase, errors along the packet",
    cards: { eyes: EyesCard, phase: PhaseCard, "error-positions": ErrorPositionsCard },
  },
  { name: "speed", title: "Speed", about: "kernel timings", cards: { timings: TimingsCard } },
  {
    name: "recording",
    title: "Recording",
    about: "the receiver on a file",
    cards: { recording: RecordingCard },
  },
];

/** The equalizers lab: the same samples through six receivers, side by side. */
export function EqualizersLab() {
  const failure = useFigures((state) => state.failure);
  const enlarged = useView((view) => view.enlarged);
  return (
    <div className="sectioned" data-enlarged={enlarged !== undefined || undefined}>
      <FirstVisit />
      <NoGpu />
      {failure && <FailureNote failure={failure} onRetry={() => void showFigures(useScenario.getState().scenario)} />}
      <div className="sticky">
        <JumpList sections={GROUPS} />
        <ScoreStrip />
      </div>
      <NoResult value={failure !== undefined}>
        <Sections groups={GROUPS} />
      </NoResult>
    </div>
  );
}
