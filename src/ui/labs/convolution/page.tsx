import { LabFigures } from "../../kit/lab-figures.tsx";
import { MethodStrip } from "./method-strip.tsx";
import { OperationsCard } from "./operations-card.tsx";
import { ErrorCard } from "./error-card.tsx";
import { ResultsCard } from "./results-card.tsx";
import { SlidingCard } from "./sliding-card.tsx";
import { TimeCard } from "./time-card.tsx";
import { TimelineCard } from "./timeline-card.tsx";
import { WorkgroupCard } from "./workgroup-card.tsx";
import "./convolution.css";

const CARDS = [SlidingCard, TimeCard, OperationsCard, ErrorCard, WorkgroupCard, TimelineCard, ResultsCard];

/** The convolution lab: the same convolution by several methods, timed, counted and checked side by side. */
export const ConvolutionLab = () => <LabFigures strip={<MethodStrip />} cards={CARDS} />;
