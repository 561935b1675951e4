import statement from "../../../docs/accessibility.md?raw";
import { Dialog } from "../elements/dialog.tsx";
import { RichText } from "./lectures/rich-text.tsx";

/** The sections of the statement: titles and texts. The first one has the statement's own title. */
const [, ...SECTIONS] = statement.split(/^#+ /m).map((section) => {
  const end = section.indexOf("\n");
  return { title: section.slice(0, end), text: section.slice(end + 1) };
});

/** The accessibility statement of the documentation. */
export function StatementDialog({ onClose }: { onClose: () => void }) {
  const [first, ...rest] = SECTIONS;
  return (
    <Dialog title={first.title} wide onClose={onClose}>
      <div className="statement">
        <RichText>{first.text}</RichText>
      </div>
      {rest.map(({ title, text }) => (
        <section key={title} className="statement">
          <h3>{title}</h3>
          <RichText>{text}</RichText>
        </section>
      ))}
    </Dialog>
  );
}
