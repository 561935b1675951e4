import { useMemo, useState } from "react";
import { mimoNoiseVariance } from "#core/mimo/experiment/experiment.ts";
import type { Traversal } from "#core/mimo/experiment/vector.ts";
import { Stepper } from "../../kit/stepper.tsx";
import { fixed } from "../../format.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { useLive } from "../../kit/live.ts";
import { TraversalChart } from "./charts/traversal-chart.tsx";
import { detectorRefusal, hasTrellis, type Inspected, inspected, nextVector, useMimo } from "./store.ts";
import { TRELLIS_LESSON } from "./lessons.ts";
import { textOf, titleOf, vertexText } from "./scene-text.ts";
import { type Hypotheses, labelOf, type Scene, scenesOf, streamName } from "./scenes.ts";
import { liveCard, NoLook } from "./live-card.tsx";
import { type TableColumn, ColumnTable } from "../../elements/column-table.tsx";
import { Button } from "../../elements/button.tsx";

/** Pause on each step of the animation, ms: long enough to read a sentence. */
const BEAT = 2600;

export const TrellisCard = liveCard({
  name: "trellis",
  title: "Multi-pass trellis traversal",
  width: "full",
  lesson: TRELLIS_LESSON,
  look: "One received vector, step by step: compared edges (thin), survivors (bold) and extensions of lists (green). The broad band is the transmitted path. Numbers are distances in units of N0.",
  leads: true,
  useData({ vector, live }) {
    const { config, scene: wanted, order } = useMimo();
    const scenes = useMemo(
      () => vector && scenesOf(vector.traversal, noiseOf(vector), shownOrder(vector.traversal, order)),
      [vector, order],
    );
    if (!vector || !scenes || !hasTrellis(config)) return undefined;
    return { ...vector, scenes, step: Math.min(wanted, scenes.length - 1), live: live?.own.vector !== undefined };
  },
  summary: ({ scenes, step, traversal }) => `${titleOf(scenes[step])}. ${textOf(scenes[step], traversal)}`,
  table: ({ scenes, traversal }) => tableOf(scenes, traversal),
  controls: <OrderChoice />,
  draw({ scenes, step, traversal, inspection, live }) {
    const [scene, last] = [scenes[step], scenes.length - 1];
    return (
      <>
        <Stepper
          label="Step of the traversal"
          text={`Step ${step + 1} of ${last + 1}: ${titleOf(scene)}`}
          step={step}
          last={last}
          onStep={showScene}
          beat={BEAT}
          buttons
        >
          <strong>{titleOf(scene)}</strong>{" "}
          <span className="muted">
            {step + 1} of {last + 1}
          </span>
        </Stepper>
        <p className="scene-text" data-extra aria-live="polite">
          {textOf(scene, traversal)}
        </p>
        <Stage scene={scene} step={step} last={last} traversal={traversal} />
        <div className="vector-line" data-extra>
          <Button onClick={() => nextVector(-1)}>Previous vector</Button>
          <Button onClick={() => nextVector(1)}>Next vector</Button>
          <p className="caveat">
            Channel use {inspection.use} of frame {inspection.frame} at {fixed(inspection.snrDb, 1)} dB,{" "}
            {live ? "a live draw" : "the same as in the sweep"}. The traversal is computed in float64.
          </p>
        </div>
      </>
    );
  },
  missing: () => <NoTrellis />,
});

const noiseOf = ({ config, inspection }: NonNullable<Inspected["vector"]>) =>
  mimoNoiseVariance(config, inspection.snrDb);

const shownOrder = ({ orders }: Traversal, wanted: number) => Math.min(wanted, Math.max(0, orders.length - 1));

/** Why there is no trellis, or that it is computed. */
function NoTrellis() {
  const refusal = useMimo(({ config }) => detectorRefusal("mtt", config));
  if (refusal) return <p className="empty">No trellis for these sizes: {refusal}.</p>;
  return <NoLook sketch="trellis" />;
}

/** The choice of the order to watch, by its streams from the first stage to the last. */
function OrderChoice() {
  const refused = useMimo(({ config }) => !hasTrellis(config));
  const wanted = useMimo((store) => store.order);
  const { vector } = useLive(inspected);
  if (refused || !vector || vector.traversal.orders.length < 2) return null;
  return (
    <div className="target">
      <ChoiceField
        label="Order"
        description="Each order begins with another stream. A bit gets its best hypotheses of all orders."
        choices={vector.traversal.orders.map(({ antennas }, i) => ({
          value: String(i),
          text: antennas
            .toReversed()
            .map((stream) => stream + 1)
            .join(", "),
        }))}
        value={String(shownOrder(vector.traversal, wanted))}
        onChange={(text) => useMimo.setState({ order: Number(text) })}
      />
    </div>
  );
}

const showScene = (scene: number) => useMimo.setState({ scene });

interface StageProps {
  scene: Scene;
  step: number;
  last: number;
  traversal: Traversal;
}

/** The trellis at one step, with the decided bits beside it. */
function Stage({ scene, step, last, traversal }: StageProps) {
  const [bit, setBit] = useState(0);
  const { antennas, bitsPerSymbol } = traversal;
  const { kind, hypotheses, streams, sent } = scene;
  const hypothesis = kind === "verdict" ? hypotheses[Math.min(bit, bitsPerSymbol - 1)] : undefined;
  return (
    <div className="traversal-stage" data-dense={traversal.points > 16 || undefined}>
      <TraversalChart
        label={`Trellis of ${antennas} streams. ${titleOf(scene)}.`}
        scene={scene}
        step={step}
        stages={antennas}
        bitsPerSymbol={bitsPerSymbol}
        streams={streams}
        sent={sent}
        hypothesis={hypothesis}
        describe={(vertex) => vertexText(scene, traversal, vertex)}
        onStep={(by) => showScene(Math.min(last, Math.max(0, step + by)))}
      />
      <div className="traversal-side">
        {kind === "verdict" ? (
          <Verdict hypotheses={hypotheses} bit={hypothesis?.bit ?? 0} onBit={setBit} bitsPerSymbol={bitsPerSymbol} />
        ) : kind === "end" ? (
          <AllBits hypotheses={hypotheses} traversal={traversal} />
        ) : (
          <Key />
        )}
      </div>
    </div>
  );
}

function Key() {
  return (
    <ul className="traversal-key" data-extra aria-label="Legend">
      {[
        ["considered", "compared in this step; stronger lines are nearer"],
        ["trunk", "survivors of the reductions"],
        ["ended", "ended paths"],
        ["extended", "extensions of the list"],
        ["sent", "transmitted path"],
      ].map(([name, meaning]) => (
        <li key={name}>
          <svg className="traversal-swatch" width="28" height="12" viewBox="0 0 28 12" aria-hidden="true">
            <path className={name} d="M1 6H27" />
          </svg>
          {meaning}
        </li>
      ))}
    </ul>
  );
}

interface VerdictProps {
  hypotheses: readonly Hypotheses[];
  bit: number;
  onBit: (bit: number) => void;
  bitsPerSymbol: number;
}

/** The sent bit, and whether its LLR is right. */
const SENT: TableColumn<Hypotheses> = [
  "sent",
  ({ sent, llr }) => `${sent} ${llr > 0 === (sent === 1) ? "✓" : "✕"}`,
  { of: ({ sent, llr }) => ({ "data-wrong": llr > 0 !== (sent === 1) || undefined }) },
];

/** The bits of a list's stream with their two best distances and LLRs. Selecting a bit highlights its paths. */
function Verdict({ hypotheses, bit: picked, onBit, bitsPerSymbol }: VerdictProps) {
  const best = (value: 0 | 1): TableColumn<Hypotheses> => [
    <Line key={value} bit={value} />,
    ({ vertex, distance }) => (
      <>
        <code>{labelOf(vertex[value], bitsPerSymbol)}</code> {fixed(distance[value], 1)}
      </>
    ),
  ];
  return (
    <ColumnTable
      className="verdict"
      data-extra
      named
      caption={
        <>
          Bits of {streamName(hypotheses[0].stream)} <span className="muted">select one to see its paths</span>
        </>
      }
      rows={hypotheses}
      row={({ bit }) => ({ "data-picked": bit === picked || undefined, onPointerEnter: () => onBit(bit) })}
      columns={[
        [
          "bit",
          ({ bit }) => (
            <Button look="quiet" aria-pressed={bit === picked} onClick={() => onBit(bit)}>
              {bit + 1}
            </Button>
          ),
        ],
        best(0),
        best(1),
        ["LLR", ({ llr }) => <strong>{fixed(llr, 1)}</strong>],
        SENT,
      ]}
    />
  );
}

const Line = ({ bit }: { bit: 0 | 1 }) => (
  <>
    <svg className="traversal-swatch" width="20" height="8" viewBox="0 0 20 8" aria-hidden="true">
      <path className="hypothesis" data-bit={bit} d="M1 4H19" />
    </svg>{" "}
    best {bit}
  </>
);

/** A table of the LLRs of all bits, from MTT and from the exhaustive search. */
function AllBits({ hypotheses, traversal }: { hypotheses: readonly Hypotheses[]; traversal: Traversal }) {
  const { maxLog, bitsPerSymbol: B, orders } = traversal;
  const several = orders.length > 1;
  return (
    <div className="all-bits" tabIndex={0} role="region" aria-label="LLRs of all bits">
      <ColumnTable
        className="verdict"
        data-extra
        named
        caption="LLRs of all bits"
        rows={hypotheses}
        row={({ bit }) => ({ "data-first": bit === 0 || undefined })}
        columns={[
          ["stream", ({ stream }) => stream + 1],
          ["bit", ({ bit }) => bit + 1],
          several && [
            "orders",
            ({ order }) => order.map((one) => one + 1).join(", "),
            { title: "The orders whose lists have the best path with a 0 and with a 1" },
          ],
          ["MTT", ({ llr }) => <strong>{fixed(llr, 1)}</strong>],
          maxLog && ["exhaustive", ({ stream, bit }) => fixed(maxLog[stream * B + bit], 1)],
          SENT,
        ]}
      />
    </div>
  );
}

const tableOf = (scenes: readonly Scene[], { bitsPerSymbol, maxLog }: Traversal) => ({
  columns: [
    "stream",
    "bit",
    "sent",
    "best 0",
    "distance of 0 (N0)",
    "order of 0",
    "best 1",
    "distance of 1 (N0)",
    "order of 1",
    "LLR",
    "exhaustive LLR",
  ],
  rows: (scenes.at(-1)?.hypotheses ?? []).map(({ stream, bit, order, sent, vertex, distance, llr }) => {
    const [zero, one] = vertex.map((one) => labelOf(one, bitsPerSymbol));
    const exhaustive = maxLog ? maxLog[stream * bitsPerSymbol + bit] : null;
    const best = [zero, distance[0], order[0] + 1, one, distance[1], order[1] + 1];
    return [stream + 1, bit + 1, sent, ...best, llr, exhaustive];
  }),
});
