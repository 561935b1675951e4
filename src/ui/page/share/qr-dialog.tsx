import { useEffect, useState } from "react";
import { copy } from "../../elements/copy.ts";
import { Button } from "../../elements/button.tsx";
import { Dialog } from "../../elements/dialog.tsx";
import { describeFailure, type Failure } from "../../elements/failure.ts";
import { FailureNote } from "../../elements/failure-note.tsx";
import { pageLink } from "../page.ts";
import { useView } from "../view.ts";
import type { QrCode } from "./qr.ts";
import "./share.css";

/** From this many modules per side on, a phone must be close. */
const DENSE = 101;

/** The QR code of the present link, for a class. */
export function QrDialog({ onClose }: { onClose: () => void }) {
  const [link] = useState(linkForStudents);
  const [code, setCode] = useState<QrCode>();
  const [tooLong, setTooLong] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  useEffect(() => {
    import("./qr.ts").then(
      ({ bytesOf, MOST_BYTES, qrCode }) => {
        const bytes = bytesOf(link);
        if (bytes <= MOST_BYTES) setCode(qrCode(link));
        else
          setTooLong(
            `The link has ${bytes} characters, and a QR code holds at most ${MOST_BYTES}. Copy the link instead.`,
          );
      },
      (error: unknown) => setFailure(describeFailure("The QR code could not be made.", error)),
    );
  }, [link]);
  const copyLink = () => copy(link, () => "The link is in the clipboard.", "Select the link instead.");
  return (
    <Dialog title="QR code of this link" onClose={onClose}>
      {code && <Qr code={code} link={link} />}
      {code && code.size > DENSE && (
        <p className="muted">The link is long, so the code is dense: students need to be close to it.</p>
      )}
      {tooLong && <p role="alert">{tooLong}</p>}
      {failure && <FailureNote failure={failure} />}
      {isOwnComputer(link) && (
        <p role="alert">
          This address works on this computer only. Open the page from a server that students can reach.
        </p>
      )}
      <p className="share-link">
        <a href={link}>{link}</a>
      </p>
      <p>
        <Button onClick={copyLink}>Copy the link</Button>
      </p>
    </Dialog>
  );
}

/** Returns the link without the lecturer's mode, which also enlarges a figure. */
function linkForStudents(): string {
  const view = { present: false, embed: false };
  const change = useView.getState().present ? { ...view, figure: undefined } : view;
  return new URL(pageLink(change), location.href).href;
}

const isOwnComputer = (link: string) => /^(localhost|127\.|\[::1\]|$)/.test(new URL(link).host);

/** Dark on light in both themes: many readers refuse inverted codes. */
function Qr({ code: { size, quietZone: zone, path }, link }: { code: QrCode; link: string }) {
  const side = size + 2 * zone;
  return (
    <svg className="qr" viewBox={`${-zone} ${-zone} ${side} ${side}`} role="img" aria-label={`QR code of ${link}`}>
      <rect x={-zone} y={-zone} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
