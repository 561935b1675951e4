import { useRef } from "react";
import { Group } from "../../../kit/fields/group.tsx";
import { EMPTY } from "../graph/edits.ts";
import { edit, open, useGraph } from "../graph/store.ts";
import { showWhole } from "../canvas/handle.ts";
import { openFile, saveGraph, saveGrc } from "../files.ts";
import { openPreset, PRESETS, usePreset } from "../presets.ts";

/** Presets, the graph's title and text, and its files. */
export function GraphPart() {
  const title = useGraph(({ graph }) => graph.title ?? "");
  const description = useGraph(({ graph }) => graph.description ?? "");
  const chosen = usePreset();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Group title="Presets">
        <ul className="presets">
          {Object.entries(PRESETS).map(([name, preset]) => (
            <li key={name}>
              <button type="button" aria-pressed={chosen === name} onClick={() => openPreset(name)}>
                {preset.title}
              </button>
            </li>
          ))}
          <li>
            <button
              type="button"
              onClick={() => {
                open(EMPTY);
                showWhole();
              }}
            >
              Empty graph
            </button>
          </li>
        </ul>
      </Group>
      <Group title="About this graph">
        {description
          .split(/\n\s*\n/)
          .filter(Boolean)
          .map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        <details className="about-edit">
          <summary>Edit title and text</summary>
          <div className="field">
            <label htmlFor="graph-title">Title</label>
            <span className="field-box">
              <input
                id="graph-title"
                type="text"
                value={title}
                onChange={({ target }) => edit((graph) => ({ ...graph, title: target.value || undefined }))}
              />
            </span>
          </div>
          <label htmlFor="graph-text" className="unseen">
            Text
          </label>
          <textarea
            id="graph-text"
            rows={6}
            placeholder="What does this graph show? Empty lines separate paragraphs."
            value={description}
            onChange={({ target }) => edit((graph) => ({ ...graph, description: target.value || undefined }))}
          />
        </details>
      </Group>
      <Group title="File">
        <div className="file-buttons">
          <button type="button" className="button" onClick={() => picker.current?.click()}>
            Open …
          </button>
          <button type="button" className="button" onClick={saveGraph}>
            Save
          </button>
          <button type="button" className="button" title="For GNU Radio Companion" onClick={() => void saveGrc()}>
            Save as GRC
          </button>
          <input
            ref={picker}
            type="file"
            hidden
            accept=".json,.grc"
            aria-label="Open a flow graph"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void openFile(file);
              target.value = "";
            }}
          />
        </div>
        <p className="field-note">
          The terminal runs the same file: <code>npm run -s cli -- flow graph.json</code>. You can also drop a graph
          (.json) or one of GNU Radio Companion (.grc) on the page.
        </p>
      </Group>
    </>
  );
}
