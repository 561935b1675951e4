import { blobOf } from "../blob.ts";
import { FULL_SCALE, type WavContent, wavFile } from "./wav-writer.ts";

/**
 * Returns float32 samples as a WAV file. Samples beyond full scale of 16 bits are scaled down together.
 *
 * @param values Interleaved where there are two channels.
 */
export function wavBlob(
  values: Float32Array<ArrayBuffer>,
  {
    rate: sampleRate,
    channels,
    format,
    centerFrequency,
    datetime,
  }: { rate: number } & Required<Pick<WavContent, "channels" | "format">> &
    Pick<WavContent, "centerFrequency" | "datetime">,
): Promise<Blob> {
  const peak = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const gain = format === "i16" && peak > FULL_SCALE ? FULL_SCALE / peak : 1;
  const samples = values.length / channels;
  const content = { samples, sampleRate, channels, format, gain, centerFrequency, datetime };
  return blobOf(wavFile(content, once(values)), "audio/wav");
}

async function* once(values: Float32Array<ArrayBuffer>) {
  yield values;
}
