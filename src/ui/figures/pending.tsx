import { createContext, useContext } from "react";

/** What stands in the place of figures that have nothing to show yet. */
export const Waiting = createContext("Computing …");

/** Stands in a figure's place until it has something to show. */
export function Pending() {
  return <p className="empty">{useContext(Waiting)}</p>;
}
