export function DrawsPage() {
  return null;
}
