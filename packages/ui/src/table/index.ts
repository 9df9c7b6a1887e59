export { DataTable, type TableColumn } from './data-table.tsx';
