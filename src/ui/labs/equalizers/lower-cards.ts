// The figures after the first three, loaded together.
export { BerCard } from "./ber-card.tsx";
export { ConvergenceCard } from "./convergence-card.tsx";
export { DevicesCard } from "./devices-card.tsx";
export { ErrorPositionsCard } from "./error-positions-card.tsx";
export { EstimateCard } from "./estimate-card.tsx";
export { EyesCard } from "./eyes-card.tsx";
export { PacketsCard } from "./packets-card.tsx";
export { PhaseCard } from "./phase-card.tsx";
export { RecordingCard } from "./recording-card.tsx";
export { ResponsesCard } from "./responses-card.tsx";
export { SolversCard } from "./solvers-card.tsx";
export { SpectrogramCard } from "./spectrogram-card.tsx";
export { TapsCard } from "./taps-card.tsx";
export { TimingsCard } from "./timings-card.tsx";
