import { FailureNote } from "../../elements/failure-note.tsx";
import { onDemand } from "../../elements/on-demand.tsx";
import { JumpList } from "../../kit/jump-list.tsx";
import { type FigureGroup, Sections } from "../../kit/section.tsx";
import { FirstVisit } from "./first-visit.tsx";
import { NoGpu } from "../../kit/no-gpu.tsx";
import { figures, useFigures } from "./store/figures.ts";
import { useAttention } from "../../figures/attention.ts";
import { ChannelCard } from "./channel-card.tsx";
import { ConstellationsCard } from "./constellations-card.tsx";
import { ScoreNote, ScoreStrip } from "./score-strip.tsx";
import { SpectrumCard } from "./spectrum-card.tsx";
import "./equalizers.css";

const below = (card: keyof typeof import("./lower-cards.ts")) =>
  onDemand(async () => (await import("./lower-cards.ts"))[card], {
    failed: "This figure could not be fetched or drawn.",
    frame: "card",
    pending: <div className="card awaited" aria-busy="true" />,
  });

export const GROUPS: readonly FigureGroup[] = [
  {
    name: "overview",
    title: "Signal",
    about: "channel, spectrum, constellations, bit error rate",
    cards: { channel: ChannelCard, spectrum: SpectrumCard, constellations: ConstellationsCard, ber: below("BerCard") },
  },
  {
    name: "channel",
    title: "Channel",
    about: "spectrogram, estimate, packets",
    cards: { spectrogram: below("SpectrogramCard"), estimate: below("EstimateCard"), packets: below("PacketsCard") },
  },
  {
    name: "equalizers",
    title: "Equalizers",
    about: "taps, responses, CMA’s convergence, solvers",
    cards: {
      taps: below("TapsCard"),
      responses: below("ResponsesCard"),
      convergence: below("ConvergenceCard"),
      solvers: below("SolversCard"),
    },
  },
  {
    name: "decisions",
    title: "Decisions",
    about: "eye diagrams, loop phase, errors along the packet",
    cards: { eyes: below("EyesCard"), phase: below("PhaseCard"), "error-positions": below("ErrorPositionsCard") },
  },
  {
    name: "speed",
    title: "Speed",
    about: "kernel timings, several GPUs",
    cards: { timings: below("TimingsCard"), devices: below("DevicesCard") },
  },
  {
    name: "recording",
    title: "Recording",
    about: "the receiver on a file",
    cards: { recording: below("RecordingCard") },
  },
];

/** The equalizers lab: six to nine receivers on the same samples, side by side. */
export function EqualizersLab() {
  const failure = useFigures((state) => state.failure);
  const enlarged = useAttention((state) => state.enlarged);
  return (
    <div className="sectioned" data-enlarged={enlarged !== undefined || undefined}>
      <FirstVisit />
      <NoGpu />
      {failure && <FailureNote failure={failure} onRetry={() => void figures.compute()} />}
      <div className="sticky">
        <div className="sticky-head">
          <JumpList sections={GROUPS} />
          <ScoreNote />
        </div>
        <ScoreStrip />
      </div>
      <Sections groups={GROUPS} failed={failure !== undefined} />
    </div>
  );
}
