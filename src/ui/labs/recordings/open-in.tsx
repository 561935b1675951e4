import { useEffect, useState } from "react";
import { cutRateOf } from "#core/signals/band-recording.ts";
import { Button } from "../../elements/button.tsx";
import { attempt } from "../../elements/attempt.ts";
import { say } from "../../elements/notices.ts";
import { si } from "../../format.ts";
import { useCurrentLab } from "../../kit/current-lab.ts";
import { keepInView } from "../../kit/in-view.ts";
import { cutText } from "../../kit/recording/cut-text.ts";
import { openBand } from "../../kit/recording/cutting.ts";
import { type Destination, type DestinationLab, useDestinations } from "../../kit/recording/destinations.ts";
import { type OpenedRecording, shownRecording, useRecording } from "../../kit/recording/recording.ts";
import type { BandFile, CutBox } from "../../kit/recording/saving.ts";

interface OpenInProps {
  recording: OpenedRecording;
  box: CutBox;
  file: Pick<BandFile, "name" | "annotations">;
  /** The likely class of the signal in the box. */
  signal?: string;
}

/** Buttons that open a box as a recording, here and in the other labs. A lab that cannot take it says why. */
export function OpenIn({ recording, box, file, signal }: OpenInProps) {
  const saving = useRecording((state) => state.saving !== undefined);
  const labs = useLabs();
  const { sampleRate = 1 } = recording;
  const rate = cutRateOf(sampleRate, box);
  const offer = { title: "The band", sampleRate: rate, complex: true, signal };
  const refusals = labs.map(({ title, destination }) => ({ title, refusal: destination.refusal?.(offer) }));
  const refused = refusals.filter(({ refusal }) => refusal !== undefined);
  return (
    <div className="open-in" role="group" aria-label="Open the band in a lab">
      <span className="muted">Open the band, mixed to 0 Hz at {si(rate, "S/s", 5)}, in</span>
      <Button disabled={saving} onClick={() => void openBand(box, file)}>
        Recordings
      </Button>
      {labs.map(({ title }, i) => (
        <Button
          key={title}
          disabled={saving || refusals[i].refusal !== undefined}
          title={refusals[i].refusal}
          onClick={() => void openThere(labs[i], box, file)}
        >
          {title}
        </Button>
      ))}
      {refused.length > 0 && (
        <ul className="muted">
          {refused.map(({ title, refusal }) => (
            <li key={title}>
              Not in {title}: {refusal}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type FetchedLab = DestinationLab & { destination: Destination };

/** The labs that take recordings, when they have been fetched. */
function useLabs(): readonly FetchedLab[] {
  const known = useDestinations((state) => state.labs);
  const [labs, setLabs] = useState<readonly FetchedLab[]>([]);
  useEffect(() => {
    const all = known.map(async (lab) => ({ ...lab, ...(await lab.source()) }));
    void Promise.all(all).then(setLabs, () => setLabs([]));
  }, [known]);
  return labs;
}

/** Cuts a box out, and shows it in another lab. */
async function openThere(lab: FetchedLab, box: CutBox, file: OpenInProps["file"]): Promise<void> {
  const { name, link, destination } = lab;
  if (!(await openBand(box, file))) return;
  const cut = shownRecording(useRecording.getState());
  if (!cut) return;
  const address = (await destination.prepare?.()) ?? link();
  const arrived = nextLab();
  location.hash = address;
  if ((await arrived) !== name) return;
  if (destination.figure) keepInView(destination.figure);
  await attempt([{ name: cut.title }], () => destination.take(cut));
  say(cutText(cut) ?? "");
}

/** Returns the name of the lab that is shown next. */
const nextLab = () =>
  new Promise<string>((resolve) => {
    const end = useCurrentLab.subscribe(({ name }, before) => {
      if (name === before.name) return;
      end();
      resolve(name);
    });
  });
