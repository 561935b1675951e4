import type { Excerpt } from "#core/capture/excerpt.ts";
import type { Annotation, Recording } from "#core/capture/recording.ts";
import type { OpenHints } from "#core/capture/registry.ts";
import type { FilterExperiment } from "#core/filters/experiment.ts";
import type { PassageFacts } from "#core/filters/passage.ts";
import type { Sound, SoundConfig } from "#core/filters/sound.ts";
import type { FilterView } from "#core/filters/view.ts";
import type { RecordingPreview } from "#core/capture/preview.ts";
import type { ReceivedPacket, ReceiveResult } from "#core/telemetry/experiment/receive.ts";
import type { EqualizerName, Scenario } from "#core/telemetry/experiment/scenario.ts";
import type { Waterfall, WaterfallView } from "#core/capture/waterfall.ts";
import type { AdapterDescription } from "#core/gpu/device.ts";
import type { Recovery } from "#core/gpu/host.ts";
import type { FilterSpec } from "#core/filter-design/spec.ts";

/** Whether there is a device to compute on; if not, the rung of the ladder that broke. */
export type Availability =
  | { available: true; adapter: AdapterDescription; timestamps: boolean }
  | { available: false; rung: "api" | "adapter" | "device"; message: string };

/** Something that happened beside the answers: said to the person, then work goes on. */
export type LabEvent = Recovery | { kind: "gpu error"; message: string };

/** What the page shows of a recording: all but its samples. */
export interface RecordingSummary extends Omit<Recording, "read" | "verify" | "datatype"> {
  /** SigMF's name for the sample type, and whether it is complex. */
  datatype: string;
  complex: boolean;
  /** The file says a hash of its samples, which can be checked. */
  hashed: boolean;
  /** What the lab made it from, if the lab made it: then errors can be counted. */
  scenario?: Scenario;
  /** What the telemetry receiver takes for granted, a sentence each; or why it does not take the recording. */
  notes: string[];
  refusal?: string;
  preview: RecordingPreview;
}

/** An excerpt that is to become a file. */
export interface ExcerptFile {
  part: Excerpt;
  format: "sigmf" | "wav-f32" | "wav-i16";
  /** Without extension. */
  name: string;
  /** As the page has them: those that the excerpt cuts are written. */
  annotations: Annotation[];
}

/** A signal before it went through a filter, and after. */
export type PassedSide = "before" | "after";

/** One page of a reception. */
export interface ReceptionStep {
  progress: number;
  /** Packets found in this page. */
  packets: ReceivedPacket[];
  /** Totals so far. */
  results: ReceiveResult[];
}

/**
 * All that the page can ask of the core: one worker, one device. Arguments and answers are structured clones, functions
 * cross as proxies. Errors keep name, message and stack. One long run (sweep, comparison, reception, saving) at a time.
 */
export interface Lab {
  /**
   * Opens the device. To be called first, and again after the worker was restarted.
   *
   * @param lifeline Name of a Web Lock that the worker holds as long as it lives.
   */
  open(lifeline: string, onEvent: (event: LabEvent) => void): Promise<Availability>;
  /**
   * A long run of an experiment, from its beginning or from where a state left it. Resolves when it ends, or another run or
   * `stop` ends it: one run at a time.
   */
  run(experiment: string, name: string, start: unknown, onStep: (step: unknown) => void): Promise<void>;
  /** A question to an experiment. */
  ask(experiment: string, name: string, ...args: unknown[]): Promise<unknown>;
  /**
   * Opens the recordings in some files and keeps them for `receive`. Files are read in place, and only where needed.
   *
   * @param onRead Told of the bytes read so far.
   */
  openRecordings(files: File[], hints: OpenHints, onRead: (bytes: number) => void): Promise<RecordingSummary[]>;
  /** A view of an opened recording, by its place in the list. */
  waterfall(index: number, view: WaterfallView): Promise<Waterfall>;
  /** A first look at a part of an opened recording; `surveyRecording` reads all of it. */
  previewRecording(index: number, part: Excerpt): Promise<RecordingPreview>;
  surveyRecording(index: number, part: Excerpt, onStep: (step: RecordingPreview) => void): Promise<void>;
  /** Compares an opened recording's samples with the hash in its file; undefined when it was stopped. */
  verifyRecording(index: number, onProgress: (share: number) => void): Promise<boolean | undefined>;
  /** A part of an opened recording as a file; undefined when it was stopped. */
  saveExcerpt(index: number, file: ExcerptFile, onProgress: (share: number) => void): Promise<Blob | undefined>;
  /** Runs the receiver of a scenario on an opened recording, or on a part of it. */
  receive(
    index: number,
    scenario: Scenario,
    part: Excerpt | undefined,
    onStep: (step: ReceptionStep) => void,
  ): Promise<void>;
  /** Bits decided in the last reception, 0 or 1 in a byte each, [packet][6144]. */
  decidedBits(equalizer: EqualizerName): Promise<Blob>;
  /** A scenario's recording as a SigMF archive; undefined when it was stopped. */
  saveRecording(scenario: Scenario, name: string, onProgress: (share: number) => void): Promise<Blob | undefined>;
  /**
   * Designs a filter, and looks at it from all sides; needs no GPU. Undefined when it was stopped, or another has begun.
   *
   * @param onTaps Told from time to time how many taps a long design is at.
   */
  filterDesign(spec: FilterSpec, onTaps: (taps: number) => void): Promise<FilterView | undefined>;
  /**
   * Sends the experiment's signal, or a part of an opened recording, through its filter, and keeps both; undefined when it was
   * stopped, or another has begun.
   */
  filterPass(
    config: FilterExperiment,
    recorded: { index: number; part: Excerpt } | undefined,
    onProgress: (share: number) => void,
  ): Promise<PassageFacts | undefined>;
  /** The last signal that went through a filter, as `waterfall` and `previewRecording` show a recording. */
  filterWaterfall(side: PassedSide, view: Omit<WaterfallView, "channel">): Promise<Waterfall>;
  filterSpectrum(side: PassedSide): Promise<RecordingPreview>;
  /** Its samples from `start` on: float32, complex ones as pairs. */
  filterSamples(side: PassedSide, start: number, count: number): Promise<Float32Array<ArrayBuffer>>;
  /** The last signal that went through a filter, as a file. */
  saveFiltered(side: PassedSide, file: Pick<ExcerptFile, "format" | "name">): Promise<Blob>;
  /** What is heard of it; undefined when it was stopped, or another listens. */
  filterListen(side: PassedSide, config: SoundConfig, onProgress: (share: number) => void): Promise<Sound | undefined>;
  /** Sound as a WAV file of 16 bits. */
  saveSound(sound: Sound): Promise<Blob>;
  /** Ends the long run, and the reading of files, at the next step; what it had done stays valid. */
  stop(): Promise<void>;
}
