import { preset } from "./preset.ts";

export const berLoop = preset({
  name: "ber-loop",
  title: "Bit error rate",
  text: [
    "Random bits become points of a constellation, noise is added, and a slicer decides for the nearest point. The error counter compares the bits with the bits sent.",
    "The noise follows from Eb/N0, the energy per bit over the noise density. A symbol of QPSK has energy 1 and carries two bits, so Eb is 1/2. Theory gives the bit error rate ½·erfc(√(Eb/N0)): 2.4·10⁻³ at 6 dB and 3.9·10⁻⁶ at 10 dB.",
    "Move the slider and watch the points of the constellation spread. For another constellation, change the mapper and the slicer together, and set “bits” to its bits per symbol.",
  ],
  variables: [
    { name: "ebn0", value: 6, slider: { min: 0, max: 12, step: 0.5 } },
    { name: "bits", value: 2 },
  ],
  blocks: {
    bits: ["random-bits", { seed: 1 }, 0, -1],
    mapper: ["constellation-mapper", { constellation: "QPSK" }, 1, 0],
    noise: ["noise-source", { amplitude: "sqrt(1 / (bits * 10 ** (ebn0 / 10)))", seed: 2 }, 1, 1],
    channel: ["add", {}, 2, 0],
    points: ["constellation-sink", {}, 3, 1],
    slicer: ["slicer", { constellation: "QPSK" }, 3, 0],
    errors: ["error-counter", { alignment: "given", delay: 0 }, 4, -1],
  },
  connections: [
    "bits.out mapper.in",
    "mapper.out channel.a",
    "noise.out channel.b",
    "channel.out points.in",
    "channel.out slicer.in",
    "bits.out errors.a",
    "slicer.out errors.b",
  ],
});
