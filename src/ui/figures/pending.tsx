import { createContext, useContext } from "react";

/** The text in place of figures that have nothing to show yet, and whether they are being computed. */
export const Waiting = createContext({ text: "Computing …", busy: true });

/** A placeholder until a figure has something to show. */
export function Pending() {
  const { text, busy } = useContext(Waiting);
  return (
    <p className="empty" aria-busy={busy}>
      {text}
    </p>
  );
}
