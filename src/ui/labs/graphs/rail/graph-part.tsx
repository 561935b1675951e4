import { Button } from "../../../elements/button.tsx";
import { useRef } from "react";
import type { Preset } from "#core/graphs/presets/preset.ts";
import { benchmarks } from "#core/graphs/presets/benchmarks.ts";
import { PRESETS } from "#core/graphs/presets/registry.ts";
import { Group } from "../../../kit/fields/group.tsx";
import { TypedField } from "../../../kit/fields/typed-field.tsx";
import { EMPTY } from "../graph/edits.ts";
import { edit, open, useGraph } from "../graph/store.ts";
import { showWhole } from "../canvas/handle.ts";
import { openFile, saveGraph, saveGrc } from "../files.ts";
import { openPreset, usePreset } from "../presets.ts";

const GRAPHS = PRESETS.filter((preset) => !benchmarks.includes(preset));
const WORK = benchmarks.map((preset) => ({ ...preset, title: preset.title.replace(/^Benchmark: /, "") }));

function PresetButton({ preset, chosen }: { preset: Preset; chosen: string | undefined }) {
  return (
    <li>
      <button type="button" aria-pressed={chosen === preset.name} onClick={() => openPreset(preset)}>
        {preset.title}
      </button>
    </li>
  );
}

/** The presets, and the empty graph. */
export function Presets() {
  const chosen = usePreset();
  return (
    <Group title="Presets">
      <ul className="presets">
        {GRAPHS.map((preset) => (
          <PresetButton key={preset.name} preset={preset} chosen={chosen} />
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
      <details className="more-presets" open={WORK.some(({ name }) => name === chosen) || undefined}>
        <summary>Benchmarks of the thesis</summary>
        <ul className="presets">
          {WORK.map((preset) => (
            <PresetButton key={preset.name} preset={preset} chosen={chosen} />
          ))}
        </ul>
      </details>
    </Group>
  );
}

/** The graph's title and text. */
export function About() {
  const title = useGraph(({ graph }) => graph.title ?? "");
  const description = useGraph(({ graph }) => graph.description ?? "");
  const paragraphs = description.split(/\n\s*\n/).filter(Boolean);
  return (
    <Group title="About this graph">
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <details className="about-edit">
        <summary>Edit title and text</summary>
        <TypedField
          label="Title"
          text={title}
          read={(next) => {
            edit((graph) => ({ ...graph, title: next || undefined }));
            return undefined;
          }}
        />
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
  );
}

/** The graph's files. */
export function Files() {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <Group title="File">
      <div className="file-buttons">
        <Button onClick={() => picker.current?.click()}>Open …</Button>
        <Button onClick={saveGraph}>Save</Button>
        <Button title="For GNU Radio Companion" onClick={() => void saveGrc()}>
          Save as GRC
        </Button>
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
      <p className="file-note">
        The terminal runs the same file: <code>npx threeray flow graph.json</code>. You can also drop a graph (.json) or
        one of GNU Radio Companion (.grc) on the page.
      </p>
    </Group>
  );
}
