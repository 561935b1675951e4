import { Button } from "../../elements/button.tsx";
import { duplicated, moved } from "./draft.ts";

interface ListToolsProps<T> {
  /** The item's name in labels: "question 2". */
  name: string;
  list: readonly T[];
  index: number;
  onChange: (list: readonly T[]) => void;
  /** The fewest items that the list keeps. */
  least?: number;
  /** Items that are not worth copying have no button for it. */
  canCopy?: boolean;
}

/** Buttons that move an item of a list, copy it, or remove it. */
export function ListTools<T>({ name, list, index, onChange, least = 0, canCopy = true }: ListToolsProps<T>) {
  return (
    <span className="author-tools">
      <Button
        look="quiet"
        label={`Move ${name} up`}
        title="Move up"
        disabled={index === 0}
        onClick={() => onChange(moved(list, index, index - 1))}
      >
        ↑
      </Button>
      <Button
        look="quiet"
        label={`Move ${name} down`}
        title="Move down"
        disabled={index === list.length - 1}
        onClick={() => onChange(moved(list, index, index + 1))}
      >
        ↓
      </Button>
      {canCopy && <Button icon="copy" label={`Duplicate ${name}`} onClick={() => onChange(duplicated(list, index))} />}
      <Button
        icon="close"
        label={`Remove ${name}`}
        disabled={list.length <= least}
        onClick={() => onChange(list.toSpliced(index, 1))}
      />
    </span>
  );
}
