import type { ComponentType } from "react";
import { create } from "zustand";
import type { Excerpt } from "#core/capture/excerpt.ts";
import type { OpenedRecording } from "./recording.ts";
import type { Reception } from "./reception.ts";

/** A receiver of recordings, as a lab brings it. */
export interface Receiver {
  /** Its run over the recording that is shown. */
  reception: Reception;
  /** False while it refuses the recording that is shown, or has not looked at it yet. */
  takes(): boolean;
  /** What it makes of a recording: a card with the receiver's title, its run and what it found. */
  Card: ComponentType<ReceiverCardProps>;
}

export interface ReceiverCardProps {
  recording: OpenedRecording;
  /** The part that is chosen; all of the recording while undefined. */
  part?: Excerpt;
}

/** Fetches a receiver. */
export type ReceiverSource = () => Promise<{ receiver: Receiver }>;

interface Receivers {
  /** All that labs bring: the page hands them in from the registry. */
  sources: readonly ReceiverSource[];
  /** Those that have been fetched. */
  here: readonly Receiver[];
}

export const useReceivers = create<Receivers>()(() => ({ sources: [], here: [] }));

/** Fetches a receiver, unless it is here. */
export async function fetchReceiver(source: ReceiverSource): Promise<Receiver> {
  const { receiver } = await source();
  useReceivers.setState(({ here }) => ({ here: here.includes(receiver) ? here : [...here, receiver] }));
  return receiver;
}

/** Calls back when receivers come, and with each step of theirs. */
export function onReceptions(changed: () => void): () => void {
  let ends: (() => void)[] = [];
  const leave = () => ends.forEach((end) => end());
  const follow = () => {
    leave();
    ends = useReceivers.getState().here.map(({ reception }) => reception.store.subscribe(changed));
  };
  follow();
  const end = useReceivers.subscribe(() => {
    follow();
    changed();
  });
  return () => {
    end();
    leave();
  };
}
