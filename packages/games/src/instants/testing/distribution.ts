/** Chances of test statistics: upper tail of chi-square by the incomplete gamma function, and Kolmogorov–Smirnov against uniform. */

/** Stirling's series, after a shift to where it is exact to the last digits. */
function logGamma(x: number): number {
  if (x < 12) return logGamma(x + 1) - Math.log(x);
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1_260 * x ** 5);
}

/** Chance that chi-square with so many degrees of freedom is at least `value`. */
export function chiSquareChance(value: number, degrees: number): number {
  const a = degrees / 2;
  const x = value / 2;
  if (x <= 0) return 1;
  let term = Math.exp(a * Math.log(x) - x - logGamma(a + 1));
  let below = term;
  for (let n = 1; n < 100_000 && (term > below * 1e-16 || n < x); n += 1) {
    term *= x / (a + n);
    below += term;
  }
  return Math.max(0, 1 - below);
}

/** Chance of so large a distance between the sample and the uniform distribution on 0…1 (Stephens' form of the limit). */
export function kolmogorovSmirnovChance(sample: readonly number[]): number {
  const sorted = [...sample].sort((a, b) => a - b);
  const n = sorted.length;
  const distance = Math.max(...sorted.map((value, i) => Math.max((i + 1) / n - value, value - i / n)));
  const lambda = (Math.sqrt(n) + 0.12 + 0.11 / Math.sqrt(n)) * distance;
  let sum = 0;
  for (let k = 1; k <= 100; k += 1) sum += (k % 2 === 1 ? 2 : -2) * Math.exp(-2 * k * k * lambda * lambda);
  return Math.min(1, Math.max(0, sum));
}
