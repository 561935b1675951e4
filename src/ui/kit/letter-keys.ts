import { create } from "zustand";
import { recall, remember } from "../elements/memory.ts";
import { LETTER_KEYS } from "../elements/preferences.ts";

/** Whether keys of one character, as “g” or “[”, do something. Who speaks to a computer may turn them off. */
export const useLetterKeys = create<{ on: boolean }>()(() => ({ on: recall(LETTER_KEYS) !== "off" }));

export function setLetterKeys(on: boolean): void {
  useLetterKeys.setState({ on });
  remember(LETTER_KEYS, on ? "on" : "off");
}

/** Returns true for a key of one character while such keys are turned off. The space bar presses and runs: it stays. */
export const isTurnedOff = (key: string): boolean => !useLetterKeys.getState().on && key.length === 1 && key !== " ";
