import { LabFigures } from "../../kit/lab-figures.tsx";
import { ConstellationsCard } from "./constellations-card.tsx";
import { EqualizerStrip } from "./equalizer-strip.tsx";
import { LearningCard } from "./learning-card.tsx";
import { BerCard } from "./rate-card.tsx";
import { ResponsesCard } from "./responses-card.tsx";
import { TapsCard } from "./taps-card.tsx";
import { ZerosCard } from "./zeros-card.tsx";
import "./adaptive.css";

const CARDS = [ConstellationsCard, LearningCard, BerCard, ResponsesCard, TapsCard, ZerosCard];

/** The lab of adaptive equalizers: it compares them on the same packets, and shows one packet before and after each. */
export const AdaptiveLab = () => <LabFigures strip={<EqualizerStrip />} cards={CARDS} />;
