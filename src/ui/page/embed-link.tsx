import { useState } from "react";
import { LABS } from "../labs/registry.ts";
import { pageLink } from "./page.ts";
import { useLabName } from "./labs.ts";

/** In a frame of another page: the lab's name, and a link to the whole lab with the current scenario. */
export function EmbedLink() {
  const { title } = LABS[useLabName()];
  const whole = () => pageLink({ embed: false });
  const [href, setHref] = useState(whole);
  const renew = () => setHref(whole());
  return (
    <footer className="embed-foot">
      <h1>Threeray: {title}</h1>
      <a href={href} target="_blank" rel="noopener" onPointerEnter={renew} onFocus={renew}>
        Open in Threeray
      </a>
    </footer>
  );
}
