// Decodes the Wi-Fi frames of a recording of complex samples.
// node wifi.mjs FILE.sigmf (or .wav, .npy, .cf32, …) [RATE_HZ]
// Without a file it makes a recording of one beacon at 20 MS/s.
import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import {
  arrayRecording,
  beacon,
  fromBlob,
  impair,
  openGpu,
  openRecording,
  rateOf,
  receiveWifi,
  transmitWifi,
} from "threeray";

const [path, rate] = process.argv.slice(2);

async function recordingOf(/** @type {string | undefined} */ file) {
  if (file !== undefined) {
    const hints = rate === undefined ? {} : { sampleRate: Number(rate) };
    return (await openRecording([fromBlob(basename(file), await openAsBlob(file))], hints))[0];
  }
  const psdu = beacon({ bssid: [2, 0, 0, 0, 0, 1], ssid: "Threeray", timestamp: 0, sequence: 1 });
  const frame = transmitWifi({ rate: rateOf(12), psdu, scramblerState: 93 });
  const samples = new Float64Array(frame.length + 4000);
  samples.set(frame, 2000);
  // A carrier 40 kHz too high, and noise 25 dB below the carriers.
  const frequencyOffset = (2 * Math.PI * 40e3) / 20e6;
  const noiseVariance = 10 ** -2.5 / 64;
  return arrayRecording(impair(samples, 0, { frequencyOffset, phase: 0, noiseVariance, seed: 1 }), {
    sampleRate: 20e6,
  });
}

const gpu = await openGpu();
for await (const frame of receiveWifi(gpu, await recordingOf(path))) {
  const { start, rateMbps, type, fcsOk, addresses, cfoHz, snrDb } = frame;
  console.log(
    JSON.stringify({
      start,
      rateMbps,
      type,
      fcsOk,
      addresses,
      cfoHz: Math.round(cfoHz),
      snrDb: snrDb && Math.round(snrDb),
    }),
  );
}
gpu.close();
