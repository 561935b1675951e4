import { firstIndexOf, type SigmfText } from "../../capture/formats/sigmf-rewrite.ts";
import type { Detection } from "../detection.ts";

/** The fields of a detection in reports, in their order. Newer ones come last, so that columns keep their numbers. */
const FIELDS = [
  "id",
  "start",
  "stop",
  "centreHz",
  "absoluteHz",
  "bandwidthHz",
  "bandwidth3dBHz",
  "snrDb",
  "powerDbfs",
  "carrierOffsetHz",
  "symbolRateHz",
  "symbolRateSdHz",
  "deviationHz",
  "modulationIndex",
  "subcarrierSpacingHz",
  "guardSamples",
  "class",
  "confidence",
  "candidates",
  "bits",
  "rotation",
  "notes",
  "startSdSamples",
  "stopSdSamples",
  "centreSdHz",
  "bandwidthSdHz",
  "bandwidth3dBSdHz",
  "snrSdDb",
  "powerSdDb",
  "noiseFloorDbfsPerHz",
  "noiseFloorSdDb",
] as const satisfies readonly (keyof Detection)[];

/** Returns detections as CSV (RFC 4180) with a head. Lists are joined by semicolons; what does not apply is empty. */
export function detectionsCsv(detections: readonly Detection[]): string {
  const rows = detections.map((detection) => FIELDS.map((field) => cellOf(detection[field])).join(","));
  return [FIELDS.join(","), ...rows, ""].join("\r\n");
}

function cellOf(value: Detection[keyof Detection]): string {
  if (!Array.isArray(value)) return String(value ?? "");
  return value.map((one) => (typeof one === "string" ? one : `${one.class} ${one.confidence}`)).join(";");
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns a recording's metadata with detections as further annotations, in the order of their samples. All known fields stay. */
export function annotated(metadata: SigmfText, detections: readonly Detection[]): SigmfText {
  const offset = firstIndexOf(metadata);
  const added = detections.map((detection) => annotationOf(detection, offset));
  const annotations = [...metadata.annotations, ...added].toSorted((a, b) => startOf(a) - startOf(b));
  return { ...metadata, annotations };
}

const startOf = (annotation: Fields) => Number(annotation["core:sample_start"]);

/** The fields of `generate`'s annotations: SigMF's, and a detection's under their names. */
function annotationOf(detection: Detection, offset: number): Fields {
  const { start, stop, absoluteHz, centreHz, bandwidthHz } = detection;
  const middle = absoluteHz ?? centreHz;
  return {
    ...Object.fromEntries(FIELDS.map((field) => [field, detection[field]])),
    "core:sample_start": start + offset,
    "core:sample_count": stop - start,
    "core:freq_lower_edge": middle - bandwidthHz / 2,
    "core:freq_upper_edge": middle + bandwidthHz / 2,
    "core:label": detection.class,
    "core:generator": "Threeray measure",
  };
}
