import { create } from "zustand";
import { describeFailure, type Failure } from "../../elements/failure.ts";

type Library = (typeof import("./plotly.ts"))["Plotly"];

interface LibraryStore {
  library?: Library;
  failure?: Failure;
}

/** Plotly once it is loaded, or the reason why it is not. */
export const useLibrary = create<LibraryStore>()(() => ({}));

/**
 * After this time Plotly is fetched even if the page is busy. While the browser opens the GPU it may show no frame, and then counts as
 * busy although the page has nothing to do.
 */
const LATEST_LOAD_MS = 250;

let loading: Promise<Library> | undefined;

/** Fetches Plotly once, when the first plot needs it and the page is idle. After a failure a new request fetches it again. */
export function loadPlotly(): Promise<Library> {
  loading ??= fetchPlotly();
  return loading;
}

async function fetchPlotly(): Promise<Library> {
  useLibrary.setState({ failure: undefined });
  try {
    // Safari has no idle callback.
    const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run));
    await new Promise<void>((resolve) => whenIdle(() => resolve(), { timeout: LATEST_LOAD_MS }));
    const { Plotly } = await import("./plotly.ts");
    useLibrary.setState({ library: Plotly });
    return Plotly;
  } catch (error) {
    loading = undefined;
    useLibrary.setState({ failure: describeFailure("The plotting library could not be fetched.", error) });
    throw error;
  }
}

/** Fetches Plotly, also before a figure needs it; components that use `useLibrary` show a failure. */
export function wantPlotly(): void {
  loadPlotly().catch(() => {});
}
