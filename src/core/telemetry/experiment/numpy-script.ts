import { directPower, noiseVariance, receivedPower } from "../channel/noise.ts";
import { DETECTION_FILTER } from "../detection/detection-filter.ts";
import { knownBits } from "../soqpsk/known-bits.ts";
import { recordingLength, type Scenario, scenarioPaths } from "./scenario.ts";
import script from "./numpy-script.py?raw";

/**
 * Returns a scenario as a Python program that needs only NumPy. It makes the same bits, waveform, channel, carrier and
 * noise, sample by sample. With matplotlib it plots the spectrum and the points at the bits.
 */
export function numpyScript(scenario: Scenario): string {
  const { seed, data, firstOffset, timing, frequencyOffset, phase, packets, ebn0, ebn0Reference, channel } = scenario;
  const paths = scenarioPaths(scenario);
  const power = ebn0Reference === "direct" ? directPower(paths) : receivedPower(paths);
  const values: Readonly<Record<string, string>> = {
    CHANNEL: JSON.stringify(channel),
    EBN0_DB: String(ebn0),
    PACKETS: String(packets),
    LENGTH: String(recordingLength(scenario)),
    DATA: JSON.stringify(data),
    SEED: String(seed),
    PATHS: `[${paths.map(({ gain: [re, im], delay }) => `(complex(${re}, ${im}), ${delay})`).join(", ")}]`,
    FIRST_OFFSET: String(firstOffset),
    TIMING: String(timing),
    FREQUENCY_OFFSET: String(frequencyOffset),
    PHASE: String((phase * Math.PI) / 180),
    NOISE_VARIANCE: String(noiseVariance(power, ebn0)),
    KNOWN_BITS: `"${knownBits.join("")}"`,
    DETECTION_FILTER: `[${DETECTION_FILTER.join(", ")}]`,
  };
  return script.replace(/^([A-Z0-9_]+) = \.\.\.$/gm, (line, name: string) =>
    Object.hasOwn(values, name) ? `${name} = ${values[name]}` : line,
  );
}
