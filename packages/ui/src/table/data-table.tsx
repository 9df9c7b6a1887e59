/**
 * Tables of the office: 32 px rows (48 on touch screens), sticky head, numbers to the right, sort arrow in the head, totals at the foot. Columns sort by
 * the value they read, so amounts sort as amounts whatever the language writes.
 */
import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

export type TableColumn<Row> = {
  readonly id: string;
  readonly title: string;
  /** What the column sorts by; text also shows it when `show` is missing. */
  readonly value: (row: Row) => string | number | bigint | null;
  readonly show?: (row: Row) => ReactNode;
  readonly numeric?: boolean;
  readonly foot?: ReactNode;
};

const compare = (a: string | number | bigint | null, b: string | number | bigint | null): number => {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b);
  return a < b ? -1 : a > b ? 1 : 0;
};

export function DataTable<Row extends RowData>(props: {
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  empty?: ReactNode;
}) {
  const { t } = useTranslation('ui');
  const [sorting, setSorting] = useState<SortingState>([]);
  const definitions = useMemo(
    () =>
      props.columns.map(
        (column): ColumnDef<typeof features, Row> => ({
          id: column.id,
          accessorFn: column.value,
          header: column.title,
          sortFn: (a, b) => compare(column.value(a.original), column.value(b.original)),
        }),
      ),
    [props.columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: props.rows as Row[],
    getRowId: props.rowId,
    state: { sorting },
    onSortingChange: setSorting,
  });
  const byId = new Map(props.columns.map((column) => [column.id, column]));
  const footed = props.columns.some((column) => column.foot !== undefined);
  if (props.rows.length === 0 && props.empty !== undefined) return <>{props.empty}</>;

  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{props.caption}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const column = byId.get(header.column.id);
                const direction = header.column.getIsSorted();
                const Arrow = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ArrowUpDown;
                return (
                  <th
                    key={header.id}
                    scope="col"
                    aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none'}
                    className={`sticky top-0 border-b border-line bg-surface px-2 py-1.5 text-xs font-medium whitespace-nowrap text-ink-2 first:pl-0 last:pr-0 ${column?.numeric ? 'text-right' : 'text-left'}`}
                  >
                    <button
                      type="button"
                      onClick={header.column.getToggleSortingHandler()}
                      className={`inline-flex items-center gap-1 ${column?.numeric ? 'flex-row-reverse' : ''}`}
                    >
                      {column?.title}
                      <Arrow aria-hidden="true" className={`size-3 ${direction ? 'text-ink' : 'text-ink-3 opacity-60'}`} />
                      <span className="sr-only">{t('table.sort')}</span>
                    </button>
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} className="h-8 pointer-coarse:h-12">
              {props.columns.map((column, index) => {
                const shown = column.show ? column.show(row.original) : column.value(row.original)?.toString();
                const look = `border-b border-line px-2 py-1.5 first:pl-0 last:pr-0 ${column.numeric ? 'text-right whitespace-nowrap font-medium' : ''}`;
                return index === 0 ? (
                  <th key={column.id} scope="row" className={`${look} text-left font-medium`}>
                    {shown}
                  </th>
                ) : (
                  <td key={column.id} className={look}>
                    {shown}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        {footed ? (
          <tfoot>
            <tr>
              {props.columns.map((column) => (
                <td
                  key={column.id}
                  className={`border-t border-line-strong px-2 py-1.5 font-bold first:pl-0 last:pr-0 ${column.numeric ? 'text-right whitespace-nowrap' : ''}`}
                >
                  {column.foot}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}
