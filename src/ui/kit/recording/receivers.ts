import type { ComponentType } from "react";
import { create } from "zustand";
import type { Excerpt } from "#core/capture/excerpt.ts";
import type { OpenedRecording } from "./recording.ts";
import type { Reception } from "./reception.ts";

/** A receiver of recordings that a lab provides. */
export interface Receiver {
  /** Its run over the current recording. */
  reception: Reception;
  /** False while it refuses the current recording, or has not checked it yet. */
  takes(): boolean;
  /** A card with the receiver's title, its run and its results. */
  Card: ComponentType<ReceiverCardProps>;
}

export interface ReceiverCardProps {
  recording: OpenedRecording;
  /** The selected part; undefined for the whole recording. */
  part?: Excerpt;
}

/** Fetches a receiver. */
export type ReceiverSource = () => Promise<{ receiver: Receiver }>;

interface Receivers {
  /** The receivers of all labs. The page passes them in from the registry. */
  sources: readonly ReceiverSource[];
  /** The fetched receivers. */
  here: readonly Receiver[];
}

export const useReceivers = create<Receivers>()(() => ({ sources: [], here: [] }));
