/** Cents as euro for the page, from the integer alone: 412650 → "4,126.50 EUR". */
export function euro(cents: bigint): string {
  const negative = cents < 0n;
  const text = String(negative ? -cents : cents).padStart(3, '0');
  return `${negative ? '-' : ''}${text.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${text.slice(-2)} EUR`;
}
