import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

/** Tells the folded part around a field whether the field has another value than its default. */
const Changed = createContext<(name: string, changed: boolean) => void>(() => undefined);

/** Counts a field among the changed ones of the folded part that it is in. */
export function useChanged(name: string, changed: boolean): void {
  const tell = useContext(Changed);
  useEffect(() => {
    tell(name, changed);
    return () => tell(name, false);
  }, [tell, name, changed]);
}

/** How many fields inside are changed, and the context that counts them. */
function useCount() {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  const [tell] = useState(() => (name: string, changed: boolean) => {
    setNames((before) => {
      if (before.has(name) === changed) return before;
      const after = new Set(before);
      if (changed) after.add(name);
      else after.delete(name);
      return after;
    });
  });
  return { tell, note: names.size > 0 && <span className="changed">{names.size} changed</span> };
}

/** A group of fields under a head that folds them. A group that begins folded says how many of its fields are changed. */
export function Group({ title, folded, children }: { title: string; folded?: boolean; children: ReactNode }) {
  const { tell, note } = useCount();
  return (
    <details className="group" open={!folded}>
      <summary>
        <h2>{title}</h2>
        {folded && note}
      </summary>
      <Changed value={tell}>
        <div className="group-body">{children}</div>
      </Changed>
    </details>
  );
}

/** Rarely needed fields of a group, folded under a line of text that says how many are changed. */
export function More({ children }: { children: ReactNode }) {
  const { tell, note } = useCount();
  return (
    <details className="more">
      <summary>More {note}</summary>
      <Changed value={tell}>
        <div className="more-body">{children}</div>
      </Changed>
    </details>
  );
}
