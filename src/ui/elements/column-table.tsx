import type { ComponentProps, ReactNode } from "react";
import { TableBody } from "./table-body.tsx";

/** A column: its head, its cell in a row, and attributes of head and cells, of the head alone, or of the cell in a row. */
export type TableColumn<Row> = readonly [
  head: ReactNode,
  cell: (row: Row, index: number) => ReactNode,
  attributes?: { className?: string; title?: string; head?: object; of?: (row: Row) => object },
];

interface ColumnTableProps<Row> extends Omit<ComponentProps<"table">, "children" | "rows"> {
  rows: readonly Row[];
  /** False: the table lacks this column. */
  columns: readonly (TableColumn<Row> | false | undefined)[];
  /** Attributes of a row, with a key if rows change their places. */
  row?: (row: Row, index: number) => ComponentProps<"tr"> & { [data: `data-${string}`]: unknown };
  /** True: the first column names the row. */
  named?: boolean;
  caption?: ReactNode;
  /** The name of a region in which the table scrolls. The class is then that region's. */
  region?: string;
}

/** A table from a list of its columns. Of a long table only the rows in view are elements. */
export function ColumnTable<Row>(props: ColumnTableProps<Row>) {
  const { rows, columns, row, named, caption, region, className, ...table } = props;
  const shown = columns.filter((column) => column !== false && column !== undefined);
  const body = (
    <table aria-rowcount={rows.length + 1} className={region ? undefined : className} {...table}>
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          {shown.map(([head, , { className, title, head: attributes } = {}], i) => (
            <th key={i} scope="col" className={className} title={title} {...attributes}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <TableBody count={rows.length}>
        {(index) => {
          const item = rows[index];
          const { key = index, ...attributes } = row?.(item, index) ?? {};
          return (
            <tr key={key} aria-rowindex={index + 2} {...attributes}>
              {shown.map(([, cell, { of, className } = {}], i) => {
                const attributes = { className, ...of?.(item), children: cell(item, index) };
                return named && i === 0 ? <th key={i} scope="row" {...attributes} /> : <td key={i} {...attributes} />;
              })}
            </tr>
          );
        }}
      </TableBody>
    </table>
  );
  if (!region) return body;
  return (
    <div
      className={["table-scroll", className].filter(Boolean).join(" ")}
      tabIndex={0}
      role="region"
      aria-label={region}
    >
      {body}
    </div>
  );
}
