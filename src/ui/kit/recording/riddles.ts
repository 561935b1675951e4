import { SIGNAL_CLASSES, type SignalClass } from "#core/signals/classes.ts";
import type { Example } from "./examples.ts";

const EASY: readonly SignalClass[] = ["tone", "noise", "chirp", "OOK", "2-FSK", "FM", "AM", "QPSK", "OFDM"];

/** The levels of “Name that signal”: the classes among which it chooses, and their SNR in dB. */
export const RIDDLE_LEVELS = {
  easy: { classes: EASY, snr: [20, 30] },
  hard: { classes: SIGNAL_CLASSES, snr: [12, 25] },
} as const;
export type RiddleLevel = keyof typeof RIDDLE_LEVELS;

export interface Riddle {
  level: RiddleLevel;
  /** From 1. Everybody gets the same signal for the same number. */
  number: number;
  class: SignalClass;
}

export const riddleName = (level: RiddleLevel, number: number) => `riddle-${level}-${number}`;

/** Returns the riddle of an example's name; undefined for other examples. */
export function riddleNamed(name: string): Riddle | undefined {
  const [, level, digits] = /^riddle-(easy|hard)-([1-9]\d{0,5})$/.exec(name) ?? [];
  if (digits === undefined) return undefined;
  const { classes } = RIDDLE_LEVELS[level as RiddleLevel];
  const number = Number(digits);
  return { level: level as RiddleLevel, number, class: classes[scrambled(number) % classes.length] };
}

/** The recording of a riddle: one burst, and no annotation that names it. */
export function riddleExample(name: string): Example | undefined {
  const riddle = riddleNamed(name);
  if (!riddle) return undefined;
  const { snr } = RIDDLE_LEVELS[riddle.level];
  return {
    name,
    title: `Signal ${riddle.number}`,
    about: "One burst. Which class is it?",
    made: { seed: riddle.number, bursts: 1, classes: [riddle.class], rate: 1e6, seconds: 0.12, snr },
    unlabelled: true,
  };
}

/** The finalizer of MurmurHash3: neighbouring numbers give unrelated ones. */
function scrambled(number: number): number {
  let h = number;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
