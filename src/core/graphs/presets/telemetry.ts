import { preset } from "./preset.ts";

export const telemetry = preset({
  name: "telemetry",
  title: "Telemetry chain",
  text: [
    "An aircraft sends packets of SOQPSK telemetry. The signal reaches the ground directly and by reflections, which the channel of the source adds, with a carrier offset and noise.",
    "The receiver finds each packet by its preamble, estimates the carrier frequency and the channel, equalizes, and decides the bits. It works on 32 packets at a time. The error counter compares its bits with the bits sent.",
    "Choose another equalizer at the receiver, and compare the bit error rates. The telemetry lab explains each of them, and measures whole curves with the same receiver.",
  ],
  variables: [{ name: "ebn0", value: 10, slider: { min: 0, max: 20, step: 0.5 } }],
  blocks: {
    aircraft: ["telemetry-source", { ebn0: "ebn0" }, 0, 0],
    spectrum: ["spectrum-sink", {}, 1, 1],
    receiver: ["telemetry-receiver", {}, 1, 0],
    errors: ["error-counter", { unit: 6144 }, 2, 0],
    packets: ["frames-sink", {}, 2, 1],
  },
  connections: [
    "aircraft.out spectrum.in",
    "aircraft.out receiver.in",
    "aircraft.bits errors.a",
    "receiver.bits errors.b",
    "receiver.frames packets.in",
  ],
});
