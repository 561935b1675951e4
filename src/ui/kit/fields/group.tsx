import type { ReactNode } from "react";

/** A group of fields under a head that folds them. */
export function Group({ title, folded, children }: { title: string; folded?: boolean; children: ReactNode }) {
  return (
    <details className="group" open={!folded}>
      <summary>
        <h2>{title}</h2>
      </summary>
      <div className="group-body">{children}</div>
    </details>
  );
}

/** Rarely needed fields of a group, folded under a line of text. */
export function More({ children }: { children: ReactNode }) {
  return (
    <details className="more">
      <summary>More</summary>
      <div className="more-body">{children}</div>
    </details>
  );
}
