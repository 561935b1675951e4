import drawing, { type Box } from "plotly.js/src/components/drawing";

/*
 * Computes the boxes of axis labels from their texts and places. Plotly copies each label to another place of the document and measures
 * the copy there, which lays out the whole page once for each label that moved.
 */
const { bBox } = drawing;
drawing.bBox = (node, inTester, hash) => {
  if (hash !== undefined || inTester) return bBox(node, inTester, hash);
  return boxOf(node) ?? bBox(node);
};

/** The box of a line of text, or of a group that only moves one line of text; undefined for anything else. */
function boxOf(node: Element): Box | undefined {
  if (isLine(node)) return bBox(node, false, keyOf(node));
  const [line] = node.children;
  if (node.children.length !== 1 || !isLine(line)) return;
  const move = movedBy(line.getAttribute("transform") ?? "");
  if (!move) return;
  const [x, y] = [move[0] + Number(line.getAttribute("x")), move[1] + Number(line.getAttribute("y"))];
  const { left, right, top, bottom, ...size } = bBox(line, false, keyOf(line));
  return { ...size, left: left + x, right: right + x, top: top + y, bottom: bottom + y };
}

/** Whether it is a visible text in one line and one font. */
const isLine = (node: Element) =>
  node.hasAttribute("data-unformatted") &&
  node.firstElementChild === null &&
  (node as SVGElement).style.display !== "none";

/** What a line's size depends on. All digits are equally wide: see `font-variant-numeric` in base.css. */
function keyOf(line: Element): string {
  const text = line.getAttribute("data-unformatted")!.replace(/\d/g, "0");
  return ["line", text, line.getAttribute("text-anchor"), line.getAttribute("style")].join("\n");
}

/** The sum of a transform's translations in pixels; undefined if it does more. */
function movedBy(transform: string): [x: number, y: number] | undefined {
  const sum: [number, number] = [0, 0];
  const rest = transform.replace(/translate\(([^,)]+),([^,)]+)\)/g, (_, x: string, y: string) => {
    sum[0] += Number(x);
    sum[1] += Number(y);
    return "";
  });
  return rest.trim() === "" && Number.isFinite(sum[0] + sum[1]) ? sum : undefined;
}
