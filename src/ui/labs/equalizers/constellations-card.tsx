import type { EqualizerName } from "#core/telemetry/experiment/scenario.ts";
import { FigureCard } from "../../figures/card.tsx";
import type { Table } from "../../figures/table.ts";
import { ALGORITHMS } from "./algorithms.ts";
import { Constellation, readPoint } from "../../figures/constellation.tsx";
import { Glyph } from "./glyph.tsx";
import { useFigures } from "./store/figures.ts";
import { useScenario } from "./store/scenario.ts";
import { useAttention } from "../../figures/attention.ts";
import { lights } from "./legend.tsx";
import { lessonOf } from "./lesson-of.ts";
import { PanelGroup } from "../../figures/panel-group.tsx";
import { evmText } from "./text.ts";

/** Half the width of each panel; decisions are at (±1, ±1). */
const REACH = 2.25;
const NO_POINTS = new Float32Array();
const IDEAL = [1, 1, -1, 1, -1, -1, 1, -1];

interface Panel {
  name: EqualizerName | "before";
  title: string;
  points: Float32Array;
  note: string;
}

export function ConstellationsCard() {
  const figures = useFigures((state) => state.figures);
  const waiting = useFigures((state) => state.waiting);
  const highlight = useAttention((state) => state.highlight);
  const chosen = useScenario((state) => state.scenario.equalizers);
  // The panels exist before the first points, so that nothing below them moves.
  const clouds = chosen.map((name) => {
    const drawn = figures?.constellations.find(({ equalizer }) => equalizer === name);
    return drawn ?? { equalizer: name, points: NO_POINTS, evmPercent: NaN };
  });
  const panels: Panel[] = [
    { name: "before", title: "Received", points: figures?.before ?? NO_POINTS, note: "before" },
    ...clouds.map(({ equalizer, points, evmPercent }): Panel => {
      return { name: equalizer, title: ALGORITHMS[equalizer].short, points, note: evmText(evmPercent) };
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
      table={figures && (() => pointsTable(panels))}
    >
      <PanelGroup
        label={`Constellations. ${spoken?.join(", ") ?? ""}`}
        className="panels"
        panels={panels.map(({ title, points, note }) => ({
          name: title,
          note,
          what: "point",
          count: points.length / 2,
          read: (index) => readPoint(points, index),
        }))}
        onPanel={(panel) => light(panel === undefined ? undefined : panels[panel].name)}
      >
        {(cursor) =>
          panels.map(({ name, title, points, note }, i) => (
            <figure
              key={name}
              data-cursor={cursor?.panel === i || undefined}
              {...(name === "before" ? {} : lights(name))}
            >
              <figcaption>
                {name !== "before" && <Glyph of={name} />}
                <span>{title}</span>
                <span className="muted">{note}</span>
              </figcaption>
              <Constellation
                points={points}
                colour={name === "before" ? "var(--muted)" : `var(${ALGORITHMS[name].colour})`}
                reach={REACH}
                ideal={name === "before" ? [] : IDEAL}
                faded={highlight !== undefined && highlight !== name}
                cursor={cursor?.panel === i ? cursor.index : undefined}
              />
            </figure>
          ))
        }
      </PanelGroup>
    </FigureCard>
  );
}

function light(name: Panel["name"] | undefined): void {
  useAttention.setState({ highlight: name === "before" ? undefined : name });
}

function pointsTable(panels: readonly Panel[]): Table {
  const rows = panels.flatMap(({ title, points }) =>
    Array.from({ length: points.length / 2 }, (_, i) => [title, points[2 * i], points[2 * i + 1]]),
  );
  return { columns: ["panel", "I", "Q"], rows };
}
