/** Counts how many published prizes a definition reproduces, and prints one line per family. */
export class CaseTally {
  readonly #family: string;
  readonly #explained = new Map<string, string[]>();
  readonly unexplained: string[] = [];
  rows = 0;
  prizes = 0;
  exact = 0;

  constructor(family: string) {
    this.#family = family;
  }

  get explained(): number {
    return [...this.#explained.values()].reduce((total, places) => total + places.length, 0);
  }

  /** One published prize against the computed one; `reason` explains a difference that is known. */
  compare(place: string, published: bigint, computed: bigint, reason?: string): void {
    this.prizes += 1;
    if (published === computed) this.exact += 1;
    else if (reason !== undefined) this.#explained.set(reason, [...(this.#explained.get(reason) ?? []), place]);
    else this.unexplained.push(`${place}: published ${published}, computed ${computed}`);
  }

  print(): void {
    const share = this.prizes === 0 ? '' : ` (${((100 * this.exact) / this.prizes).toFixed(2)} %)`;
    console.log(
      `${this.#family}: ${this.rows} rows, ${this.prizes} prizes, ${this.exact} exact${share}, ${this.explained} explained, ${this.unexplained.length} unexplained`,
    );
    for (const [reason, places] of this.#explained) {
      const shown = places.slice(0, 40).join(', ');
      console.log(`  ${places.length} × ${reason}: ${shown}${places.length > 40 ? ', …' : ''}`);
    }
    for (const line of this.unexplained.slice(0, 20)) console.log(`  ${line}`);
  }
}
