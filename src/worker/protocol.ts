import type { Excerpt } from "#core/capture/excerpt.ts";
import type { Annotation, Recording } from "#core/capture/recording.ts";
import type { OpenHints } from "#core/capture/registry.ts";
import type {
  ConvolutionComparison,
  ConvolutionCount,
  ConvolutionState,
  ConvolutionStep,
  Workload,
} from "#core/convolution/experiment/comparison.ts";
import type { Figures } from "#core/telemetry/experiment/figures.ts";
import type { FilterExperiment } from "#core/filters/experiment.ts";
import type { PagesState, PagesStep } from "#core/filters/pages.ts";
import type { PassageFacts } from "#core/filters/passage.ts";
import type { Sound, SoundConfig } from "#core/filters/sound.ts";
import type { FilterView } from "#core/filters/view.ts";
import type { WaysState, WaysStep } from "#core/filters/ways.ts";
import type { RecordingPreview } from "#core/capture/preview.ts";
import type { ReceivedPacket, ReceiveResult } from "#core/telemetry/experiment/receive.ts";
import type { EqualizerName, Scenario } from "#core/telemetry/experiment/scenario.ts";
import type { SweepConfig, SweepState, SweepStep } from "#core/telemetry/experiment/sweep.ts";
import type { TimelineState, TimelineStep } from "#core/convolution/experiment/timeline.ts";
import type { ReceiverTimings } from "#core/telemetry/experiment/timings.ts";
import type { MimoExperiment } from "#core/mimo/experiment/experiment.ts";
import type { MimoLook } from "#core/mimo/experiment/look.ts";
import type { ModulationState, ModulationStep } from "#core/mimo/experiment/modulations.ts";
import type { MimoState, MimoStep } from "#core/mimo/experiment/sweep.ts";
import type { Traversal, VectorQuery } from "#core/mimo/experiment/vector.ts";
import type { CodewordQuery, CodewordView, TrellisPart, TrellisView } from "#core/codes/turbo/experiment/codeword.ts";
import type { TurboExperiment } from "#core/codes/turbo/experiment/experiment.ts";
import type { TurboState, TurboStep } from "#core/codes/turbo/experiment/sweep.ts";
import type { ThroughputState, ThroughputStep } from "#core/codes/turbo/experiment/throughput.ts";
import type { WorkgroupState, WorkgroupStep } from "#core/convolution/experiment/workgroups.ts";
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
  figures(scenario: Scenario): Promise<Figures>;
  /** Runs a sweep from its beginning or from where a state left it. Resolves when it ends or `stop` ends it. */
  sweep(start: SweepConfig | SweepState, onStep: (step: SweepStep) => void): Promise<void>;
  timings(scenario: Scenario): Promise<ReceiverTimings>;
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
  /** Counts what the methods of a comparison would compute; needs no GPU. */
  countConvolutions(config: ConvolutionComparison): Promise<ConvolutionCount[]>;
  /** Compares convolutions from where a state left off: one with no results is a beginning. */
  compareConvolutions(start: ConvolutionState, onStep: (step: ConvolutionStep) => void): Promise<void>;
  sweepWorkgroups(start: WorkgroupState, onStep: (step: WorkgroupStep) => void): Promise<void>;
  timeline(start: Workload | TimelineState, onStep: (step: TimelineStep) => void): Promise<void>;
  /** Runs a sweep of Turbo decoders from its beginning or from where a state left it. */
  turboSweep(start: TurboExperiment | TurboState, onStep: (step: TurboStep) => void): Promise<void>;
  /** One codeword of an experiment, decoded iteration by iteration. */
  turboCodeword(config: TurboExperiment, query: CodewordQuery): Promise<CodewordView>;
  turboTrellis(config: TurboExperiment, query: CodewordQuery, part: TrellisPart): Promise<TrellisView>;
  /**
   * Times Turbo decoders.
   *
   * @param table True begins with those of the thesis's table, as far as the length has such windows.
   */
  turboThroughput(
    start: TurboExperiment | ThroughputState,
    table: boolean,
    onStep: (step: ThroughputStep) => void,
  ): Promise<void>;
  /** Runs a sweep of MIMO detectors from its beginning or from where a state left it. */
  mimoSweep(start: MimoExperiment | MimoState, onStep: (step: MimoStep) => void): Promise<void>;
  /** Some frames of an experiment at one SNR: points, LLRs, the decoder's convergence. */
  mimoLook(config: MimoExperiment, snrDb: number): Promise<MimoLook>;
  /** How multi-pass trellis traversal goes through one received vector. */
  mimoTraversal(config: MimoExperiment, query: VectorQuery): Promise<Traversal>;
  /** Times MIMO detectors at 4-, 16- and 64-QAM. */
  mimoThroughput(start: MimoExperiment | ModulationState, onStep: (step: ModulationStep) => void): Promise<void>;
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
  /** Compares the ways to compute a filter, or FIR filters of rising length, from where a state left off. */
  filterWays(start: WaysState, onStep: (step: WaysStep) => void): Promise<void>;
  /** Streams through a filter in pages of several sizes, from where a state left off. */
  filterPages(start: PagesState, onStep: (step: PagesStep) => void): Promise<void>;
  /** Ends the long run, and the reading of files, at the next step; what it had done stays valid. */
  stop(): Promise<void>;
}
