export function RecordsPage() {
  return null;
}
