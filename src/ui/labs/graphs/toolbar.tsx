import type { ReactNode } from "react";
import { Button, type ButtonProps } from "../../elements/button.tsx";
import { plain, si, whole } from "../../format.ts";
import { isSoftware, useGpu } from "../../kit/engine.ts";
import { showTimes, useTimesHidden } from "../../kit/software-note.tsx";
import { arrange, useCanvas } from "./canvas/handle.ts";
import { useGraph } from "./graph/store.ts";
import { openTab } from "./rail/rail.ts";
import { isActive, pause, resume, stop, useRefusal, useRun } from "./run/run.ts";

/** Run, pause, step and stop; what the run achieves; and the editor's actions. */
export function Toolbar() {
  return (
    <div className="bench-bar" role="toolbar" aria-label="Run and edit the graph">
      <RunButtons />
      <RunFacts />
      <span className="spring" />
      <EditButtons />
    </div>
  );
}

const PATHS = {
  run: "M5 3l8 5-8 5z",
  pause: "M5.5 3v10M10.5 3v10",
  step: "M3.5 3l7 5-7 5zM12.5 3v10",
  stop: "M4 4h8v8H4z",
  arrange: "M2 3h4v4H2zM10 2h4v4h-4zM10 10h4v4h-4zM6 5h4M8 5v7h2",
  fit: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10M6 6h4v4H6z",
  minus: "M3 8h10",
  outline: "M3 3.5h3M5 8h3M5 12.5h3M9 3.5h4.5M10.5 8h3M10.5 12.5h3M3 3.5v9h2M3 8h2",
} as const;

function Drawn({ name }: { name: keyof typeof PATHS }) {
  const filled = name === "run" || name === "stop";
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path
        d={PATHS[name]}
        fill={filled ? "currentColor" : "none"}
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}

interface ToolProps extends ButtonProps {
  label: string;
  drawn: keyof typeof PATHS;
}

/** A button with only a drawing. */
const Tool = ({ drawn, ...props }: ToolProps) => (
  <Button look="quiet" className="icon" title={props.label} {...props}>
    <Drawn name={drawn} />
  </Button>
);

function RunButtons() {
  const phase = useRun((state) => state.phase);
  const active = useRun(isActive);
  const why = useRefusal();
  const disabled = why !== undefined && !active;
  const busy = phase === "running" || phase === "starting";
  return (
    <>
      <Button
        look="primary"
        className="run-button"
        disabled={!busy && disabled}
        title={busy ? undefined : why}
        onClick={busy ? pause : () => resume()}
      >
        <Drawn name={busy ? "pause" : "run"} /> {busy ? "Pause" : phase === "paused" ? "Resume" : "Run"}
      </Button>
      <Tool drawn="step" label="Compute one page" disabled={disabled || busy} onClick={() => resume(1)} />
      <Tool drawn="stop" label="Stop" disabled={!active} onClick={stop} />
    </>
  );
}

/** Throughput, latency and pages of the run. */
function RunFacts() {
  const recent = useRun((state) => state.recent);
  const hidden = useTimesHidden();
  const software = useGpu(isSoftware);
  if (!recent) return null;
  const { pages, items, itemsPerSecond, latencyMs } = recent;
  const facts: [name: string, value: ReactNode, title?: string][] = [
    ["Pages", whole(pages)],
    ["Items", si(items, "", 4)],
  ];
  if (!hidden) {
    facts.unshift(
      ["Throughput", si(itemsPerSecond, "/s", 3), "Items of the busiest connection per second"],
      ["Latency", `${plain(latencyMs, 3)} ms`, "Mean time from the beginning of a page to its figures"],
    );
  } else if (software) {
    const why = "A CPU emulates a GPU: these times say nothing about a GPU.";
    facts.push([
      "Speed",
      <Button key="speed" look="link" title={why} onClick={showTimes}>
        Show times
      </Button>,
    ]);
  }
  return (
    <dl className="run-facts">
      {facts.map(([name, value, title]) => (
        <div key={name} title={title}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function EditButtons() {
  const empty = useGraph(({ graph }) => graph.blocks.length === 0);
  const drawing = useCanvas((state) => state.drawing);
  return (
    <div className="edit-tools">
      <Button icon="plus" title="Add a block (/)" onClick={() => openTab("blocks")}>
        Add block
      </Button>
      <Tool
        drawn="outline"
        label="Outline"
        title="Outline: the graph as a tree (o)"
        onClick={() => openTab("outline")}
      />
      <Tool drawn="arrange" label="Arrange" title="Arrange from left to right (a)" disabled={empty} onClick={arrange} />
      <Tool drawn="minus" label="Zoom out" onClick={() => drawing?.zoom(-1)} />
      <Button icon="plus" label="Zoom in" onClick={() => drawing?.zoom(1)} />
      <Tool
        drawn="fit"
        label="Fit the graph into the canvas"
        title="Fit (f)"
        disabled={empty}
        onClick={() => drawing?.fit()}
      />
    </div>
  );
}
