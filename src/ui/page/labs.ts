import { create } from "zustand";
import type { Failure } from "../elements/failure.ts";
import { leaveNotices } from "../elements/notices.ts";
import { useAttention } from "../figures/attention.ts";
import { useCurrentLab } from "../kit/current-lab.ts";
import type { Lab, LabSession } from "../kit/lab.ts";
import { type LabEntry, type LabName, LABS } from "../labs/registry.ts";
import { useDestinations } from "../kit/recording/destinations.ts";
import { useReceivers } from "../kit/recording/receivers.ts";
import { useStorageDialog } from "../kit/kept/storage-dialog.ts";
import { useViewer } from "../kit/recording/viewer.ts";
import { useView } from "./view.ts";

/** A lab's entry in the registry. */
export const entryOf = (name: LabName): LabEntry => LABS[name];

/** Returns the link that opens a lab at first. */
export function startOf(name: LabName): string {
  const { start } = entryOf(name);
  return `#${name}?${["v=1", start].filter(Boolean).join("&")}`;
}

export const LAB_NAMES = Object.keys(LABS) as readonly LabName[];
useCurrentLab.setState({ name: LAB_NAMES[0] });

// The labs' connections through recordings.
const viewer = LAB_NAMES.find((name) => entryOf(name).viewer);
useViewer.setState({ viewer: viewer && { title: LABS[viewer].title, href: `#${viewer}?v=1` } });
useStorageDialog.setState({ open: () => useView.setState({ dialog: "storage" }) });
useReceivers.setState({ sources: LAB_NAMES.flatMap((name) => entryOf(name).receiver ?? []) });
useDestinations.setState({
  labs: LAB_NAMES.flatMap((name) => {
    const { title, destination: source } = entryOf(name);
    return source ? { name, title, source, link: () => useLeft.getState()[name] ?? `#${name}?v=1` } : [];
  }),
});

/** The fetched labs. */
export const useLabs = create<Partial<Record<LabName, Lab>>>()(() => ({}));

/** The page's link when each lab was left. The lab's link in the bar leads back there. */
export const useLeft = create<Partial<Record<LabName, string>>>()(() => ({}));

/** Why the first lab could not be fetched, and a function that tries again. */
export const useMissingLab = create<{ failure?: Failure; retry?: () => void }>()(() => ({}));

/**
 * Fetches a lab once. A lab may be shown only after it was fetched.
 *
 * @param onFirst Called with the session of a lab when it has been fetched for the first time, before the page shows it.
 */
export async function fetchLab(name: LabName, onFirst: (session: LabSession) => void): Promise<Lab> {
  const { lab } = await LABS[name].load();
  if (!useLabs.getState()[name]) {
    onFirst(lab.session);
    useLabs.setState({ [name]: lab });
  }
  return lab;
}

/** Name of the current lab. Only the page sets it. */
export function labName(): LabName {
  return useCurrentLab.getState().name as LabName;
}

/** As `labName`, in a component. */
export function useLabName(): LabName {
  return useCurrentLab(({ name }) => name as LabName);
}

/** Shows a lab, and removes the notices of the previous one. */
export function showLab(name: LabName, manner: { present: boolean; embed: boolean }): void {
  if (name !== labName()) {
    leaveNotices();
    useAttention.setState({ enlarged: undefined });
    useCurrentLab.setState({ name });
  }
  useView.setState(manner);
}

/** Returns the current lab; undefined if none could be fetched. */
export function useShownLab(): Lab | undefined {
  const name = useLabName();
  return useLabs((labs) => labs[name]);
}

/** Returns the session of the current lab. */
export function session(): LabSession | undefined {
  return useLabs.getState()[labName()]?.session;
}
