import type { MouseEvent } from "react";
import { Button } from "../../elements/button.tsx";
import { duplicated, moved } from "./draft.ts";

interface ListToolsProps<T> {
  /** What an item is called in labels: "question". */
  noun: string;
  list: readonly T[];
  index: number;
  onChange: (list: readonly T[]) => void;
  /** The fewest items that the list keeps. */
  least?: number;
  /** Items that are not worth copying have no button for it. */
  canCopy?: boolean;
}

/** Buttons that move an item of a list, copy it, or remove it. The focus follows the item. */
export function ListTools<T>({ noun, list, index, onChange, least = 0, canCopy = true }: ListToolsProps<T>) {
  const name = `${noun} ${index + 1}`;
  const move = (by: -1 | 1) => (event: MouseEvent) => {
    const ends = by < 0 ? ["up", "down"] : ["down", "up"];
    focusLater(
      event,
      ends.map((end) => `Move ${noun} ${index + by + 1} ${end}`),
    );
    onChange(moved(list, index, index + by));
  };
  return (
    <span className="author-tools">
      <Button look="quiet" label={`Move ${name} up`} title="Move up" disabled={index === 0} onClick={move(-1)}>
        ↑
      </Button>
      <Button
        look="quiet"
        label={`Move ${name} down`}
        title="Move down"
        disabled={index === list.length - 1}
        onClick={move(1)}
      >
        ↓
      </Button>
      {canCopy && (
        <Button
          icon="copy"
          label={`Duplicate ${name}`}
          onClick={(event) => {
            focusLater(event, [`Duplicate ${noun} ${index + 2}`]);
            onChange(duplicated(list, index));
          }}
        />
      )}
      <Button
        icon="close"
        label={`Remove ${name}`}
        disabled={list.length <= least}
        onClick={(event) => {
          focusLater(event, [`Remove ${name}`, `Remove ${noun} ${index}`]);
          onChange(list.toSpliced(index, 1));
        }}
      />
    </span>
  );
}

/** Moves the focus to the first of some buttons that can have it, once the list is drawn again; else to the panel's heading. */
function focusLater({ currentTarget }: MouseEvent, labels: readonly string[]): void {
  const panel = currentTarget.closest<HTMLElement>(".author");
  const scope = currentTarget.closest<HTMLElement>("fieldset, section, nav") ?? panel;
  requestAnimationFrame(() => {
    const buttons = [...(scope?.isConnected ? scope : panel)!.querySelectorAll<HTMLButtonElement>("button:enabled")];
    const next = labels.map((label) => buttons.find((button) => button.ariaLabel === label)).find(Boolean);
    (next ?? panel?.querySelector<HTMLElement>("h2, h3"))?.focus();
  });
}
