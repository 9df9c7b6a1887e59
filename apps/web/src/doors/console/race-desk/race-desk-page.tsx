export function RaceDeskPage() {
  return null;
}
