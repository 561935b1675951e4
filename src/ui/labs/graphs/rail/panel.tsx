import type { KeyboardEvent } from "react";
import { Dialog } from "../../../elements/dialog.tsx";
import { Group } from "../../../kit/fields/group.tsx";
import { About, Files, Presets } from "./graph-part.tsx";
import { Outline } from "./outline.tsx";
import { Palette } from "./palette.tsx";
import { closeSheet, type Tab, TABS, useRail } from "./rail.ts";
import { RunSettings } from "./run-settings.tsx";
import { Variables } from "./variables.tsx";

const NAMES = Object.keys(TABS) as Tab[];

/** The rail: the graph with its presets and variables, the palette, and the outline. */
export function GraphsPanel() {
  const tab = useRail((state) => state.tab);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = NAMES[(NAMES.indexOf(tab) + by + NAMES.length) % NAMES.length];
    useRail.setState({ tab: next });
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div className="panel graphs-panel">
      <div className="tabs" role="tablist" aria-label="Parts of the flow graph" onKeyDown={onKeyDown}>
        {NAMES.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === tab}
            aria-controls={`rail-${name}`}
            tabIndex={name === tab ? 0 : -1}
            onClick={() => useRail.setState({ tab: name })}
          >
            {TABS[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`rail-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === "blocks" && <Palette />}
        {tab === "outline" && <Outline />}
        {tab === "graph" && (
          <form onSubmit={(event) => event.preventDefault()}>
            <Presets />
            <Group title="Variables">
              <Variables />
            </Group>
            <About />
            <Group title="Run">
              <RunSettings />
            </Group>
            <Files />
          </form>
        )}
      </div>
    </div>
  );
}

/** The palette or the outline in front of the canvas, where the rail has no place. */
export function Sheet() {
  const sheet = useRail((state) => state.sheet);
  if (sheet === undefined || sheet === "graph") return null;
  return (
    <Dialog title={sheet === "blocks" ? "Add a block" : "Outline"} onClose={closeSheet}>
      <div id={`sheet-${sheet}`} className="sheet">
        {sheet === "blocks" ? <Palette onAdded={closeSheet} /> : <Outline />}
      </div>
    </Dialog>
  );
}
