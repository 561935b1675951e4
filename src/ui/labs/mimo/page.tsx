import { LabFigures } from "../../kit/lab-figures.tsx";
import { CalibrationCard } from "./calibration-card.tsx";
import { ComplexityCard } from "./complexity-card.tsx";
import { ConvergenceCard } from "./convergence-card.tsx";
import { DetectorStrip } from "./detector-strip.tsx";
import { ExitCard } from "./exit-card.tsx";
import { FrameCard } from "./frame-card.tsx";
import { LlrCard } from "./llr-card.tsx";
import { BerCard, FerCard, UncodedCard } from "./rate-cards.tsx";
import { ReceivedCard } from "./received-card.tsx";
import { ThroughputCard } from "./throughput-card.tsx";
import { TrellisCard } from "./trellis-card.tsx";
import { inspected } from "./store.ts";
import "./mimo.css";

const CARDS = [
  TrellisCard,
  BerCard,
  FerCard,
  UncodedCard,
  LlrCard,
  CalibrationCard,
  ConvergenceCard,
  ExitCard,
  FrameCard,
  ComplexityCard,
  ThroughputCard,
  ReceivedCard,
];

/** The MIMO lab: it compares detectors on the same received vectors, and shows one vector's trellis step by step. */
export const MimoLab = () => <LabFigures of={inspected} strip={<DetectorStrip />} cards={CARDS} />;
