import { Figures } from "../../kit/figures.tsx";
import { NoGpu } from "../../page/no-gpu.tsx";
import { MethodStrip } from "./method-strip.tsx";
import { OperationsCard } from "./operations-card.tsx";
import { ErrorCard } from "./error-card.tsx";
import { ResultsCard } from "./results-card.tsx";
import { TimeCard } from "./time-card.tsx";
import { TimelineCard } from "./timeline-card.tsx";
import { WorkgroupCard } from "./workgroup-card.tsx";
import "./convolution.css";

/** The convolution lab: the same sum in many ways, timed, counted and checked side by side. */
export function ConvolutionLab() {
  return (
    <>
      <NoGpu />
      <MethodStrip />
      <Figures>
        <TimeCard />
        <OperationsCard />
        <ErrorCard />
        <WorkgroupCard />
        <TimelineCard />
        <ResultsCard />
      </Figures>
    </>
  );
}
