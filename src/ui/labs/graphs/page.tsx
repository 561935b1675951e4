import { Button } from "../../elements/button.tsx";
import { useEffect } from "react";
import { FailureNote } from "../../elements/failure-note.tsx";
import { useGrowing } from "../../elements/growing.tsx";
import { useAttention } from "../../figures/attention.ts";
import { Figures } from "../../kit/figures.tsx";
import { NoGpu } from "../../kit/no-gpu.tsx";
import { Canvas } from "./canvas/canvas.tsx";
import { listenToClipboard } from "./graph/clipboard.ts";
import { useGraph } from "./graph/store.ts";
import { listenToKeys } from "./keys.ts";
import { NotesDialog } from "./notes-dialog.tsx";
import { ConnectorDialog } from "./rail/connector-dialog.tsx";
import { Inspector } from "./rail/inspector.tsx";
import { PageSizesCard } from "./page-sizes/card.tsx";
import { BenchmarksCard } from "./benchmarks/card.tsx";
import { usePreset } from "./presets.ts";
import { openTab } from "./rail/rail.ts";
import { Sheet } from "./rail/panel.tsx";
import { check, followGraph, useCheck } from "./run/check.ts";
import { start, useRun } from "./run/run.ts";
import { FIGURES } from "./sinks/figures.ts";
import { keepItems } from "./sinks/kept-items.ts";
import { Toolbar } from "./toolbar.tsx";
// The rail first: the rules for small and touched screens follow it.
import "./rail/rail.css";
import "./graphs.css";

/** The lab of flow graphs: the editor, and the figures of the graph's sinks below it. */
export function GraphsLab() {
  useEffect(followGraph, []);
  useEffect(keepItems, []);
  useEffect(listenToKeys, []);
  useEffect(listenToClipboard, []);
  const enlarged = useAttention((state) => state.enlarged);
  return (
    <div className="graphs-page" data-enlarged={enlarged !== undefined || undefined}>
      <NoGpu />
      <section className="bench" aria-label="Editor of the flow graph" hidden={enlarged !== undefined}>
        <Toolbar />
        <div className="bench-body">
          <div className="canvas-frame">
            <Canvas />
            <EmptyNote />
          </div>
          <Inspector />
        </div>
        {/* Below the canvas: what appears here moves nothing under the pointer. */}
        <Messages />
      </section>
      <Sinks />
      <ConnectorDialog />
      <Sheet />
      <NotesDialog />
    </div>
  );
}

/** Most problems of the graph as a whole that are shown at once. */
const MOST_MESSAGES = 5;

/** Failures, and problems that belong to no block. */
function Messages() {
  const failure = useRun((state) => state.failure);
  const failedAt = useRun((state) => state.failedAt);
  const unchecked = useCheck((state) => state.failure);
  const problems = useCheck((state) => state.problems);
  const known = useGraph((state) => state.resolved.blocks);
  const general = problems.filter(({ block }) => block === undefined || !known.has(block));
  return (
    <>
      {failure && <FailureNote failure={failure} onRetry={() => void start()} />}
      {unchecked && <FailureNote failure={unchecked} onRetry={() => void check()} />}
      {failedAt && (
        <p className="bench-note" role="alert">
          The block “{failedAt.block}” stopped the run: {failedAt.message} Change it and run the graph again.
        </p>
      )}
      {general.slice(0, MOST_MESSAGES).map(({ message }, i) => (
        <p key={i} className="bench-note">
          {message}
        </p>
      ))}
      {general.length > MOST_MESSAGES && (
        <p className="bench-note">and {general.length - MOST_MESSAGES} more problems of the graph.</p>
      )}
    </>
  );
}

function EmptyNote() {
  const empty = useGraph(({ graph }) => graph.blocks.length === 0);
  if (!empty) return null;
  return (
    <div className="canvas-empty">
      <p>This graph is empty. A flow graph begins with a source and ends with a sink.</p>
      <Button look="primary" onClick={() => openTab("blocks")}>
        Add a block
      </Button>
      <Button onClick={() => openTab("graph")}>Choose a preset</Button>
    </div>
  );
}

/** Figures that are drawn at first, and with each look at the end of the page. */
const MORE_FIGURES = 12;

/** The figures of the sinks, in the order of the graph, and the figure of page sizes. */
function Sinks() {
  const blocks = useGraph(({ graph }) => graph.blocks);
  const sinks = blocks.filter(({ type, isDisabled }) => Object.hasOwn(FIGURES, type) && !isDisabled);
  const { shown, end } = useGrowing(sinks.length, MORE_FIGURES);
  const isBenchmark = usePreset()?.startsWith("benchmark-") === true;
  if (blocks.length === 0) return null;
  return (
    <>
      <Figures>
        {sinks.slice(0, shown).map(({ id, type }) => {
          const Figure = FIGURES[type];
          return <Figure key={id} block={id} />;
        })}
        <PageSizesCard />
        {isBenchmark && <BenchmarksCard />}
      </Figures>
      {end && (
        <p ref={end} className="muted">
          {sinks.length - shown} more figures follow.
        </p>
      )}
    </>
  );
}
