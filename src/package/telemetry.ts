/**
 * The receiver of SOQPSK-TG telemetry packets, and sweeps of its equalizers.
 *
 * @module
 */
export {
  newReception,
  receive as receiveTelemetry,
  type ReceiveConfig,
  type ReceiveResult,
  type ReceiveState,
  type ReceiveStep,
  type SampleSource,
} from "../core/telemetry/experiment/receive.ts";
export { type Receivable, receivableTelemetry } from "../core/telemetry/experiment/receivable.ts";
export { DEFAULT_SCENARIO, parseScenario, type Scenario } from "../core/telemetry/experiment/scenario.ts";
export { synthesize as synthesizeTelemetry, type SynthesizeStep } from "../core/telemetry/experiment/synthesize.ts";
export { type EqualizerName, EQUALIZERS } from "../core/telemetry/equalizer/names.ts";
export { modulate as modulateSoqpsk } from "../core/telemetry/soqpsk/modulator.float64.ts";
