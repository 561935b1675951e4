import { newReception, receive as runReceiver, type ReceiveState } from "../core/telemetry/experiment/receive.ts";
import type { ReceivedPacket } from "../core/telemetry/experiment/figures/packets.ts";
import { receivableTelemetry } from "../core/telemetry/experiment/receivable.ts";
import {
  DEFAULT_SCENARIO,
  type EqualizerName,
  EQUALIZERS,
  parseScenario,
  receiverSettings,
  SCENARIO,
} from "../core/telemetry/experiment/scenario.ts";
import { defaultPageBlocks } from "../core/telemetry/experiment/page.ts";
import type { Gpu } from "../core/gpu/device.ts";
import { resilient } from "../core/gpu/host.ts";
import { SCENARIO_USES } from "../core/telemetry/experiment/uses.ts";
import { command } from "./command.ts";
import { dawnHost } from "./dawn.ts";
import { type Arguments, flagOf, jsonOption, oneWord, orUsage, UsageError } from "./options.ts";
import { tellWithoutEffect } from "./unused-options.ts";
import { createOutput, jsonText } from "./output.ts";
import { ONE_CHANNEL_OPTION, openFinite, refuseNonFinite, reportOf, usable } from "./recorded.ts";
import { ONE_SCENARIO, oneScenario } from "./scenario.ts";
import { createProgress, interruptSignal, print, tell, tellRecovery, untilInterrupted } from "./terminal.ts";
import { writeTogether } from "./write-together.ts";

export const receive = command({
  name: "receive",
  usage: "FILE [options]",
  about: "Finds, equalizes and decides the packets of a recording: SigMF, WAV, NumPy or raw.",
  examples: [
    "receive made.sigmf-meta --json packets.json --bits decided.bin",
    "receive made.sigmf-meta --known --channel 2 --ebn0 15 --packets 50 --seed 1",
  ],
  takes: "files",
  extras: {
    ...ONE_CHANNEL_OPTION,
    json: jsonOption("packets and results"),
    "bits FILE": { output: true, description: "Write the decided data bits as raw bytes: uint8, [packet][6144]." },
    "equalizer NAME": { choices: EQUALIZERS, description: "The equalizer whose bits --bits writes. Default mmse." },
    known: "Count errors against the bits of the scenario given here, from which the recording was made.",
  },
  ...ONE_SCENARIO,
  async run({ positionals, given, own }) {
    oneScenario("receive", given);
    const path = oneWord("receive: name one recording", positionals);
    if (own.equalizer && !own.bits) {
      throw new UsageError("receive: --equalizer chooses the bits for a file; add --bits FILE");
    }
    const recording = await openFinite(path, own["input-channel"]);
    refuseSent(given, own.known !== undefined || "threeray:scenario" in recording.metadata);
    const host = await dawnHost();
    const gpu = await host.get();
    const { scenario: made, first, notes } = usable(() => receivableTelemetry(gpu, recording));
    for (const note of notes) tell(`${note}`);
    const scenario = orUsage(() => parseScenario({ ...made, ...given }));
    const keep = own.bits ? [equalizerOf(own.equalizer ?? "mmse", scenario.equalizers)] : [];
    const known = made !== undefined || own.known !== undefined;
    refuseSent(given, known);
    tellWithoutEffect("receive", SCENARIO, SCENARIO_USES, scenario, given);

    const signal = interruptSignal();
    const progress = createProgress("receive");
    const bits = own.bits ? createOutput(own.bits) : undefined;
    const packets: ReceivedPacket[] = [];
    let results: object[] = [];
    let complete = false;
    const run = (gpu: Gpu, from: ReceiveState, pageBlocks?: number) =>
      runReceiver(gpu, receivableTelemetry(gpu, recording).source, { scenario, known, keep }, from, {
        signal,
        pageBlocks,
      });
    const options = {
      page: defaultPageBlocks(gpu),
      onRecovery: tellRecovery,
    };
    try {
      for await (const step of untilInterrupted(resilient(host, newReception(first), run, options))) {
        packets.push(...step.packets.map((packet) => ({ ...packet, start: packet.start - first })));
        results = step.results.map(({ equalizer, bits: count, errors, ber, ci95 }) =>
          known ? { equalizer, bits: count, errors, ber, ci95 } : { equalizer, bits: count },
        );
        for (const { bits: decided } of step.decisions) bits?.write(decided);
        complete = step.progress === 1;
        progress.update(step.progress, `${packets.length} packets`);
      }
      progress.end();
      refuseNonFinite(path, recording);
      const report = { experiment: "receive", recording: reportOf(recording), complete, packets, results };
      if (complete) await bits?.flush();
      writeTogether(own.json ? [[own.json, jsonText(report)]] : [], complete && bits ? [bits] : []);
    } finally {
      bits?.discard();
    }
    if (bits && !complete) tell(`Stopped; ${own.bits} was not written.`);
    if (!own.json) print(`${packets.length} packets\n${results.map((result) => JSON.stringify(result)).join("\n")}\n`);
    return complete ? 0 : 1;
  },
});

/** @throws UsageError for a field of the sent signal, where errors cannot be counted. */
function refuseSent(given: Arguments["given"], known: boolean): void {
  const sent = Object.keys(given).find((name) => !Object.hasOwn(receiverSettings(DEFAULT_SCENARIO), name));
  if (known || sent === undefined) return;
  throw new UsageError(
    `receive: --${flagOf(sent)} describes the signal that was sent, and has an effect only where errors are counted. ` +
      "Add --known if the recording was made from this scenario; else leave it out.",
  );
}

function equalizerOf(name: string, available: readonly EqualizerName[]): EqualizerName {
  const found = available.find((equalizer) => equalizer === name);
  if (!found)
    throw new UsageError(
      `--equalizer must be one of ${available.join(", ")} (of ${EQUALIZERS.join(", ")}), got ${name}`,
    );
  return found;
}
