export function ReceiptsPage() {
  return null;
}
