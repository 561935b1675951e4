import "./sort-button.css";

export type Order = "none" | "ascending" | "descending";

const MARKS: Record<Order, string> = { ascending: " ▲", descending: " ▼", none: "" };

interface SortButtonProps {
  text: string;
  title?: string;
  /** How the table is ordered by this column. */
  order: Order;
  onSort: () => void;
}

/** The head of a column that sorts its table. Its cell has `aria-sort`. */
export const SortButton = ({ text, title, order, onSort }: SortButtonProps) => (
  <button type="button" className="sort-button" title={title} onClick={onSort}>
    {text}
    {MARKS[order]}
  </button>
);
