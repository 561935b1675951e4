import { useState } from "react";
import { pageLink } from "../store/page.ts";
import { useView } from "../store/view.ts";

/** In a frame of another page: the way to the whole lab, with the scenario in force. */
export function EmbedLink() {
  const embed = useView((view) => view.embed);
  const whole = () => pageLink({ embed: false });
  const [href, setHref] = useState(whole);
  const renew = () => setHref(whole());
  if (!embed) return null;
  return (
    <a className="embed-link" href={href} target="_blank" rel="noopener" onPointerEnter={renew} onFocus={renew}>
      Open in Threeray
    </a>
  );
}
