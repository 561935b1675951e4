import { useEffect, useRef, useState } from "react";
import { Button } from "../../elements/button.tsx";
import { Dialog } from "../../elements/dialog.tsx";
import { bytes } from "../../format.ts";
import { useRecording } from "../../kit/recording/recording.ts";
import { askToPersist, deleteKept, openKept, refreshKept, saveKept, type ShownItem, useKept } from "./kept.ts";
import "./storage.css";

/** Everything that the page keeps in this browser: how much it is, and what can be done with it. */
export function StorageDialog({ onClose }: { onClose: () => void }) {
  const { items, failure, working, done } = useKept();
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    useKept.setState({ done: undefined });
    void refreshKept();
  }, []);
  // A deleted item takes its buttons with it, so the keyboard continues here.
  useEffect(() => {
    if (done) said.current?.focus();
  }, [done]);
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
      <p ref={said} tabIndex={-1} role="status" hidden={!done}>
        {done}
      </p>
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
  const { used, quota, isPersistent } = useKept();
  if (used === undefined || quota === undefined) return null;
  const left = Math.max(0, quota - used);
  return (
    <>
      <p className="storage-usage">
        <meter aria-label="Storage in use" min={0} max={quota} value={used} />
        <span>
          {bytes(used)} used, with the copy of this page for work without a network. About {bytes(left)} are left.
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
  const isOpen = useRecording(({ files }) => pair && files.some((file) => file.name === `${pair.name}.sigmf-data`));
  const canOpen = isIdle && !isBusy && (pair ?? ledger) !== undefined;
  const about = `kept-${id}`;
  return (
    <li>
      <div id={about}>
        <strong>{title}</strong>
        <span className="muted">
          {[...facts, bytes(size)].join(" · ")}
          {isBusy && " · A tab is writing it"}
          {isCut && " · Cut short; everything until then is kept"}
          {isOpen && " · Open in this page, which cannot read it after you delete it"}
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
