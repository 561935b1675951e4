import { useEffect } from "react";
import { JumpList } from "../../kit/jump-list.tsx";
import { type FigureGroup, Sections } from "../../kit/section.tsx";
import { NoGpu } from "../../kit/no-gpu.tsx";
import { showDesign } from "./store/filters.ts";
import { useAttention } from "../../figures/attention.ts";
import { CoefficientsCard } from "./coefficients-card.tsx";
import { CrossoverCard } from "./crossover-card.tsx";
import { DesignStrip } from "./design-strip.tsx";
import { ExcerptCard } from "./excerpt-card.tsx";
import { ListenCard } from "./listen-card.tsx";
import { MagnitudeCard } from "./magnitude-card.tsx";
import { PagesCard } from "./pages-card.tsx";
import { PhaseCard } from "./phase-card.tsx";
import { PlaneCard } from "./plane-card.tsx";
import { SpectraCard } from "./spectra-card.tsx";
import { TimeCard } from "./time-card.tsx";
import { WaterfallsCard } from "./waterfalls-card.tsx";
import { MethodsCard } from "./methods-card.tsx";
import "./filters.css";
import "./signal.css";

export const GROUPS: readonly FigureGroup[] = [
  {
    name: "design",
    title: "Design",
    about: "magnitude, zeros and poles, phase, responses, coefficients",
    cards: {
      magnitude: MagnitudeCard,
      plane: PlaneCard,
      "phase-delay": PhaseCard,
      impulse: TimeCard,
      coefficients: CoefficientsCard,
    },
  },
  {
    name: "signal",
    title: "Signal",
    about: "spectrum, waterfall and samples before and after, listening",
    cards: { spectra: SpectraCard, excerpt: ExcerptCard, listen: ListenCard, waterfalls: WaterfallsCard },
  },
  {
    name: "methods",
    title: "Methods",
    about: "time and error of each, direct sum against FFT, page size",
    cards: { ways: MethodsCard, crossover: CrossoverCard, pages: PagesCard },
  },
];

/** The Filters lab: the design of a filter, its effect on a signal, and methods to compute it. */
export function FiltersLab() {
  const enlarged = useAttention((state) => state.enlarged);
  // Designing needs no GPU, so the first design does not wait for one.
  useEffect(() => void showDesign(), []);
  return (
    <div className="sectioned" data-enlarged={enlarged !== undefined || undefined}>
      <NoGpu />
      <div className="sticky">
        <JumpList sections={GROUPS} />
        <DesignStrip />
      </div>
      <Sections groups={GROUPS} />
    </div>
  );
}
