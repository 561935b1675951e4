import { createContext, useContext } from "react";

/** The text in place of figures that have nothing to show yet. */
export const Waiting = createContext("Computing …");

/** A placeholder until a figure has something to show. */
export function Pending() {
  return <p className="empty">{useContext(Waiting)}</p>;
}
