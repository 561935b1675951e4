import { useEffect, useState } from "react";
import { Button } from "../../elements/button.tsx";
import { Dialog } from "../../elements/dialog.tsx";
import { bytes } from "../../format.ts";
import { askToPersist, deleteKept, openKept, refreshKept, saveKept, type ShownItem, useKept } from "./kept.ts";
import "./storage.css";

/** Everything that the page keeps in this browser: how much it is, and what can be done with it. */
export function StorageDialog({ onClose }: { onClose: () => void }) {
  const { items, failure, working } = useKept();
  useEffect(() => void refreshKept(), []);
  const free = items.filter(({ isBusy }) => !isBusy);
  return (
    <Dialog title="Storage" wide onClose={onClose}>
      <p>
        Recordings of a radio and the counts of long sweeps stay in this browser while they are written, so that a crash
        or a closed tab loses nothing. They never leave this computer.
      </p>
      {failure ? (
        <p className="caveat refused" role="alert">
          Nothing can be kept here. {failure} Recordings then stay in memory, and are saved as files at their end. A
          window that is not private may have a storage.
        </p>
      ) : (
        <Usage />
      )}
      {items.length > 0 ? (
        <ul className="kept" aria-label="Kept recordings and sweeps">
          {items.map((item) => (
            <Kept key={item.id} item={item} isIdle={working === undefined} />
          ))}
        </ul>
      ) : (
        !failure && <p className="muted">Nothing is kept at present.</p>
      )}
      {free.length > 1 && (
        <p>
          <Delete label={`Delete all ${free.length}`} items={free} disabled={working !== undefined} />
        </p>
      )}
    </Dialog>
  );
}

function Usage() {
  const { usage, quota, isPersistent } = useKept();
  if (usage === undefined || quota === undefined) return null;
  const left = Math.max(0, quota - usage);
  return (
    <>
      <p className="storage-usage">
        <meter aria-label="Storage in use" min={0} max={quota} value={usage} />
        <span className="number">
          {bytes(usage)} used, with the copy of this page for work without a network. About {bytes(left)} are left.
        </span>
      </p>
      <p className="storage-usage">
        {isPersistent ? (
          "The browser keeps it until you delete it."
        ) : (
          <>
            The browser may delete it when the disk is full.{" "}
            <Button onClick={() => void askToPersist()}>Ask to keep it</Button>
          </>
        )}
      </p>
    </>
  );
}

function Kept({ item, isIdle }: { item: ShownItem; isIdle: boolean }) {
  const { id, title, facts, bytes: size, isCut, isBusy, pair, ledger } = item;
  const canOpen = isIdle && !isBusy && (pair ?? ledger) !== undefined;
  const about = `kept-${id}`;
  return (
    <li>
      <div id={about}>
        <strong>{title}</strong>
        <span className="muted">
          {[...facts, bytes(size)].join(", ")}
          {isBusy && ". A tab is writing it"}
          {isCut && ". Cut short: everything up to there is here"}
        </span>
      </div>
      <div className="kept-buttons">
        <Button disabled={!canOpen} aria-describedby={about} onClick={() => void openKept(item)}>
          Open
        </Button>
        <Button disabled={!canOpen} aria-describedby={about} onClick={() => void saveKept(item)}>
          Save
        </Button>
        <Delete label="Delete" items={[item]} describedBy={about} disabled={!isIdle || isBusy} />
      </div>
    </li>
  );
}

interface DeleteProps {
  label: string;
  items: readonly ShownItem[];
  describedBy?: string;
  disabled: boolean;
}

/** Deletes at the second press: there is no way back. */
function Delete({ label, items, describedBy, disabled }: DeleteProps) {
  const [isSure, setSure] = useState(false);
  const press = () => {
    if (isSure) void deleteKept(items);
    setSure(!isSure);
  };
  return (
    <Button disabled={disabled} aria-describedby={describedBy} onClick={press} onBlur={() => setSure(false)}>
      {isSure ? `${label} for good` : label}
    </Button>
  );
}
