import { Button } from "../elements/button.tsx";
import { create } from "zustand";
import { Empty, type SketchName } from "../figures/sketch.tsx";
import { useCurrentLab } from "./current-lab.ts";
import { isSoftware, useGpu } from "./engine.ts";

/** The labs in which the person chose to see a software adapter's times. */
const useAsked = create<Readonly<Record<string, true>>>()(() => ({}));

/** Returns true on a software adapter if the person has not asked for its times in this lab. */
export function useTimesHidden(): boolean {
  const lab = useCurrentLab(({ name }) => name);
  const asked = useAsked((labs) => labs[lab]);
  return useGpu(isSoftware) && !asked;
}

/** Shows a software adapter's times in the current lab. */
export function showTimes(): void {
  useAsked.setState({ [useCurrentLab.getState().name]: true });
}

/**
 * Takes the place of a software adapter's times until the person asks for them. `sketch` is what the figure will look
 * like.
 */
export function SoftwareNote({ sketch }: { sketch?: SketchName }) {
  return (
    <Empty sketch={sketch}>
      <p>
        This is a software adapter: a CPU emulates a GPU. Its results are correct, but its timings say nothing about a
        GPU.
      </p>
      <Button onClick={showTimes}>Show the times anyway</Button>
    </Empty>
  );
}
