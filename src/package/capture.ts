/**
 * Recordings: SigMF, WAV, NumPy, SDRangel and raw files, read in place, and writers of SigMF, WAV and NumPy files.
 *
 * @module
 */
export { arrayRecording, type ArrayRecordingFacts } from "../core/capture/array-recording.ts";
export type { BlobLike } from "../core/blob-like.ts";
export { type ByteSource, fromBlob } from "../core/capture/byte-source.ts";
export { CaptureError } from "../core/capture/capture-error.ts";
export { type Datatype, parseDatatype } from "../core/capture/datatype.ts";
export {
  type Annotation,
  type Capture,
  type Recording,
  type SampleRead,
  scan as scanRecording,
  type ScanResult,
} from "../core/capture/recording.ts";
export { type OpenHints, openRecording } from "../core/capture/registry.ts";
export { recordedSignal, type Signal } from "../core/capture/signal.ts";
export { type NpyRows, npyHeader, openNpyRows } from "../core/capture/formats/npy-array.ts";
export { sigmfArchive, type SigmfContent, sigmfPair, type SigmfPair } from "../core/capture/formats/sigmf-writer.ts";
export { type WavContent, wavFile } from "../core/capture/formats/wav-writer.ts";
