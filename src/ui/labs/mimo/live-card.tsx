import { mimoFrame } from "#core/mimo/experiment/experiment.ts";
import { Empty, type SketchName } from "../../figures/sketch.tsx";
import { toggled } from "../../kit/choice-list.tsx";
import { useLive } from "../../kit/live.ts";
import { liveCards } from "../../kit/live-card.tsx";
import { NoFigure } from "../../kit/no-result.tsx";
import { DETECTOR_NAMES, editMimo, inspected, loopDetectors, useMimo } from "./store.ts";
import { Button } from "../../elements/button.tsx";

/** Makes the card of a figure of the inspected page of frames, vector or frame. */
export const liveCard = liveCards({
  of: inspected,
  useResults: () => useLive(inspected),
  missing: (_, sketch) => <NoLook sketch={sketch} />,
});

/** A note in place of a figure until it is computed. */
export const NoLook = ({ sketch }: { sketch?: SketchName }) => (
  <NoFigure of={inspected} waiting="Computing …" none="No results yet." sketch={sketch} />
);

/** A note in place of a figure of outer iterations, with a button that adds them. */
export function NoLoop({ sketch }: { sketch: SketchName }) {
  const config = useMimo((store) => store.config);
  if (loopDetectors(config).length > 0) return <NoLook sketch={sketch} />;
  const add = () => {
    const { detectors } = config;
    editMimo({
      outer: "1,2,3",
      detectors: detectors.includes("mmse-pic") ? detectors : toggled(DETECTOR_NAMES, detectors, "mmse-pic"),
      ...(!mimoFrame(config).code && { code: "wimax-2304-1/2" }),
    });
  };
  return (
    <Empty sketch={sketch}>
      <p>The decoder returns nothing to a detector. </p>
      <Button onClick={add}>Use MMSE-PIC with three outer iterations</Button>
    </Empty>
  );
}
