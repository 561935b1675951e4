import { Figures } from "../../kit/figures.tsx";
import { NoGpu } from "../../page/no-gpu.tsx";
import { ComplexityCard } from "./complexity-card.tsx";
import { ConvergenceCard } from "./convergence-card.tsx";
import { DetectorStrip } from "./detector-strip.tsx";
import { LlrCard } from "./llr-card.tsx";
import { BerCard, FerCard, UncodedCard } from "./rate-cards.tsx";
import { ReceivedCard } from "./received-card.tsx";
import { ThroughputCard } from "./throughput-card.tsx";
import { TrellisCard } from "./trellis-card.tsx";
import "./mimo.css";

/** The MIMO lab: detectors side by side on the same received vectors, and one vector's trellis step by step. */
export function MimoLab() {
  return (
    <>
      <NoGpu />
      <DetectorStrip />
      <Figures>
        <TrellisCard />
        <BerCard />
        <FerCard />
        <UncodedCard />
        <LlrCard />
        <ConvergenceCard />
        <ComplexityCard />
        <ThroughputCard />
        <ReceivedCard />
      </Figures>
    </>
  );
}
