import { create } from "zustand";
import { recall, remember } from "../elements/memory.ts";

const STORED = "threeray.letter-keys";

/** Whether keys of one character, as “g” or “[”, do something. Who speaks to a computer may turn them off. */
export const useLetterKeys = create<{ on: boolean }>()(() => ({ on: recall(STORED) !== "off" }));

export function setLetterKeys(on: boolean): void {
  useLetterKeys.setState({ on });
  remember(STORED, on ? "on" : "off");
}

/** Returns true for a key of one character while such keys are turned off. The space bar presses and runs: it stays. */
export const isTurnedOff = (key: string): boolean => !useLetterKeys.getState().on && key.length === 1 && key !== " ";
