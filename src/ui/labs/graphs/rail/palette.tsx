import { type DragEvent, useId, useMemo, useRef, useState } from "react";
import { CATEGORIES } from "#core/flow/graph/block-type.ts";
import { addType, BLOCK_TYPE_MIME } from "../canvas/add.ts";
import { focusBlock } from "../canvas/handle.ts";
import { TYPES } from "../graph/resolved.ts";
import { matching } from "./search.ts";

/** All blocks by category, with a search. A click or Enter adds a block; it can also be dragged to the canvas. */
export function Palette({ onAdded = () => {} }: { onAdded?: () => void }) {
  const id = useId();
  const [query, setQuery] = useState("");
  const hits = useMemo(() => matching(TYPES, query), [query]);
  const list = useRef<HTMLDivElement>(null);
  const add = (name: string, isTyped = false) => {
    const id = addType(name);
    setQuery("");
    onAdded();
    if (!isTyped) return;
    // The next keys are for the new block: it is on the canvas in the next frame.
    (document.activeElement as HTMLElement | null)?.blur();
    requestAnimationFrame(() => focusBlock(id));
  };
  const move = (by: number) => {
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = at + by;
    if (next < 0) document.getElementById(id)?.focus();
    else buttons[Math.min(buttons.length - 1, next)]?.focus();
  };
  const onDragStart = (event: DragEvent, name: string) => {
    event.dataTransfer.setData(BLOCK_TYPE_MIME, name);
    event.dataTransfer.effectAllowed = "copy";
  };
  const categories = CATEGORIES.map((category) => ({
    category,
    names: hits.filter((name) => TYPES[name].category === category),
  })).filter(({ names }) => names.length > 0);
  return (
    <div
      className="palette"
      onKeyDown={(event) => {
        const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        move(by);
      }}
    >
      <div className="palette-search">
        <label htmlFor={id} className="unseen">
          Search blocks
        </label>
        <input
          id={id}
          type="search"
          placeholder="Search blocks"
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || hits.length === 0) return;
            event.preventDefault();
            add(hits[0], true);
          }}
        />
      </div>
      <p className="unseen" role="status">
        {query && `${hits.length} blocks found`}
      </p>
      <div ref={list}>
        {categories.map(({ category, names }) => (
          <section key={category} aria-label={category}>
            <h2>{category}</h2>
            <ul>
              {names.map((name) => (
                <li key={name}>
                  <button
                    type="button"
                    draggable
                    title={TYPES[name].summary}
                    data-first={name === hits[0] && query !== "" ? true : undefined}
                    onDragStart={(event) => onDragStart(event, name)}
                    onClick={() => add(name)}
                  >
                    {TYPES[name].title}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {hits.length === 0 && <p className="muted palette-none">No block matches “{query}”.</p>}
      </div>
    </div>
  );
}
