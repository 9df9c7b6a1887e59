export function RaceDeskListPage() {
  return null;
}
