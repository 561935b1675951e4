import { create } from "zustand";
import type { OpenedRecording } from "./recording.ts";

/** A recording that a lab may take, as far as it is known before it is made. */
export interface Offer extends Pick<OpenedRecording, "title" | "sampleRate" | "complex"> {
  /** The likely class of its signal, e.g. "OFDM". */
  signal?: string;
}

/** A lab that works on the open recording. */
export interface Destination {
  /** Why the lab cannot work on a recording, as a sentence; undefined if it can. */
  refusal?(offer: Offer): string | undefined;
  /** Gets the lab ready and returns its link, where the one that it was left with would open another recording. */
  prepare?(): Promise<string>;
  /** Makes the open recording the lab's source. The lab is shown. */
  take(recording: OpenedRecording): unknown;
  /** The figure that shows the recording there. */
  figure?: string;
}

/** A lab that takes recordings. */
export interface DestinationLab {
  name: string;
  title: string;
  /** Its link, as it was left. */
  link(): string;
  /** Fetches what it takes. */
  source: DestinationSource;
}

export type DestinationSource = () => Promise<{ destination: Destination }>;

/** The labs that take recordings. The page passes them in from the registry. */
export const useDestinations = create<{ labs: readonly DestinationLab[] }>()(() => ({ labs: [] }));
