import type { Destination } from "../../kit/recording/destinations.ts";

export const destination: Destination = {
  async link() {
    const [{ lab }, { useFilters }] = await Promise.all([import("./lab.ts"), import("./store/filters.ts")]);
    useFilters.setState({ example: undefined });
    return lab.session.address();
  },
  take: async () => (await import("./store/signal.ts")).filterRecording(),
  figure: "spectra",
};
