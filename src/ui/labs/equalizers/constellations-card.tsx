import { FigureCard } from "../../figures/card.tsx";
import { ALGORITHMS } from "./algorithms.ts";
import { type Cloud, cloudPanel, cloudTable } from "../../figures/constellation.tsx";
import { useFigures } from "./store/figures.ts";
import { useScenario } from "./store/scenario.ts";
import { lessonOf } from "./lesson-of.ts";
import { PanelGroup } from "../../figures/panel-group.tsx";
import { evmText } from "./text.ts";

/** Half the width of each panel; decisions are at (±1, ±1). */
const REACH = 2.25;
const NO_POINTS = new Float32Array();
const NO_IDEAL: readonly number[] = [];
const IDEAL = [1, 1, -1, 1, -1, -1, 1, -1];

export function ConstellationsCard() {
  const figures = useFigures((state) => state.figures);
  const waiting = useFigures((state) => state.waiting);
  const chosen = useScenario((state) => state.scenario.equalizers);
  // The panels exist before the first points, so that nothing below them moves.
  const clouds = chosen.map((name) => {
    const drawn = figures?.constellations.find(({ equalizer }) => equalizer === name);
    return drawn ?? { equalizer: name, points: NO_POINTS, evmPercent: NaN };
  });
  const common = { colour: "var(--muted)", reach: REACH, ideal: NO_IDEAL };
  const panels: Cloud[] = [
    { ...common, name: "Received", points: figures?.before ?? NO_POINTS, note: "before" },
    ...clouds.map(({ equalizer: of, points, evmPercent }): Cloud => {
      const look = ALGORITHMS[of];
      const colour = `var(${look.colour})`;
      return { ...common, name: look.short, of, look, points, note: evmText(evmPercent), colour, ideal: IDEAL };
    }),
  ];
  const spoken = figures?.constellations.map(({ equalizer, evmPercent }) => {
    return `${ALGORITHMS[equalizer].name} ${evmText(evmPercent)}`;
  });
  return (
    <FigureCard
      name="constellations"
      lesson={lessonOf("constellations")}
      title="Constellations"
      width="full"
      look="Tighter clouds mean fewer bit errors as a rule. The number is the error vector magnitude (EVM)."
      summary={spoken && `Error vector magnitude: ${spoken.join(", ")}.`}
      busy={waiting}
      table={figures && (() => cloudTable(panels))}
    >
      <PanelGroup
        label={`Constellations. ${spoken?.join(", ") ?? ""}`}
        className="panels"
        rows={[panels.map(cloudPanel)]}
      />
    </FigureCard>
  );
}
