export function SealsPage() {
  return null;
}
