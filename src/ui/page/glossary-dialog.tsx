import { useState } from "react";
import { Dialog } from "../elements/dialog.tsx";
import { GLOSSARY, type Term } from "../elements/glossary/entries.ts";

/** Every entry of the glossary by subject, with a search. */
export function GlossaryDialog({ onClose }: { onClose: () => void }) {
  const [wanted, setWanted] = useState("");
  const matches = ({ term, long = "", also = [], meaning }: Term) =>
    [term, long, ...also, meaning].some((text) => text.toLowerCase().includes(wanted.trim().toLowerCase()));
  const found = GLOSSARY.flatMap(({ subject, terms }) => {
    const left = terms.filter(matches);
    return left.length ? [{ subject, terms: left }] : [];
  });
  return (
    <Dialog title="Glossary" wide onClose={onClose}>
      <label className="glossary-search">
        Search <input type="search" value={wanted} onChange={({ target }) => setWanted(target.value)} />
      </label>
      {found.length === 0 && <p className="muted">No entry contains “{wanted}”.</p>}
      {found.map(({ subject, terms }) => (
        <section key={subject}>
          <h3>{subject}</h3>
          <dl className="glossary">
            {terms.map(({ term, long, meaning }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>
                  {long && <em>{long}. </em>}
                  {meaning}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
