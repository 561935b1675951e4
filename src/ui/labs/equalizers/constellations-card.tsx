import type { Figures } from "#core/telemetry/experiment/figures.ts";
import type { EqualizerName } from "#core/telemetry/experiment/scenario.ts";
import { ALGORITHMS } from "./algorithms.ts";
import { useWaiting } from "../../figures/attention.ts";
import { type Cloud, cloudPanel, cloudTable } from "../../figures/constellation.tsx";
import { countedErrors, useFigures } from "./store/figures.ts";
import { useScenario } from "./store/scenario.ts";
import { PanelGroup } from "../../figures/panel-group.tsx";
import { describeErrors } from "./score-strip.tsx";
import { evmText } from "./text.ts";
import { liveCard } from "./live-card.tsx";

/** Half the width of each panel; decisions are at (±1, ±1). */
const REACH = 2.25;
const NO_POINTS = new Float32Array();
const NO_IDEAL: readonly number[] = [];
const IDEAL = [1, 1, -1, 1, -1, -1, 1, -1];

export const ConstellationsCard = liveCard({
  name: "constellations",
  title: "Constellations",
  width: "full",
  look: "Tighter clouds mean fewer bit errors as a rule. The number is the error vector magnitude (EVM).",
  useData(figures) {
    const chosen = useScenario((state) => state.scenario.equalizers);
    const counts = useFigures(countedErrors);
    // The counts of a covered figure would tell the answer here, too.
    const errors = useWaiting() ? undefined : counts;
    return figures && { figures, panels: panelsOf(figures, chosen), errors };
  },
  summary: ({ figures, errors }) =>
    [`Error vector magnitude: ${spokenOf(figures)}.`, errors && describeErrors(errors)].filter(Boolean).join(" "),
  table: ({ panels }) => cloudTable(panels),
  draw: ({ figures, panels }) => <Panels of={panels} spoken={spokenOf(figures)} />,
  missing: () => <EmptyPanels />,
});

const Panels = ({ of, spoken }: { of: readonly Cloud[]; spoken: string }) => (
  <PanelGroup label={`Constellations. ${spoken}`} className="panels" rows={[of.map(cloudPanel)]} />
);

/** The panels exist before the first points, so that nothing below them moves. */
function EmptyPanels() {
  const chosen = useScenario((state) => state.scenario.equalizers);
  return <Panels of={panelsOf(undefined, chosen)} spoken="" />;
}

function panelsOf(figures: Figures | undefined, chosen: readonly EqualizerName[]): Cloud[] {
  const common = { colour: "var(--muted)", reach: REACH, ideal: NO_IDEAL };
  return [
    { ...common, name: "Received", points: figures?.before ?? NO_POINTS, note: "before" },
    ...chosen.map((of): Cloud => {
      const drawn = figures?.constellations.find(({ equalizer }) => equalizer === of);
      const { points, evmPercent } = drawn ?? { points: NO_POINTS, evmPercent: NaN };
      const look = ALGORITHMS[of];
      const colour = `var(${look.colour})`;
      return { ...common, name: look.short, of, look, points, note: evmText(evmPercent), colour, ideal: IDEAL };
    }),
  ];
}

const spokenOf = ({ constellations }: Figures) =>
  constellations.map(({ equalizer, evmPercent }) => `${ALGORITHMS[equalizer].name} ${evmText(evmPercent)}`).join(", ");
