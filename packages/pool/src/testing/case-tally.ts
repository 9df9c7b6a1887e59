/** Published figures against computed ones, by family; differences need a reason or they count as unexplained. */
export class CaseTally {
  readonly family: string;
  rows = 0;
  prizes = 0;
  exact = 0;
  readonly explained = new Map<string, number>();
  readonly unexplained: string[] = [];

  constructor(family: string) {
    this.family = family;
  }

  compare(where: string, published: bigint, computed: bigint, reason: string | null = null): void {
    this.prizes += 1;
    if (published === computed) this.exact += 1;
    else if (reason !== null) this.explained.set(reason, (this.explained.get(reason) ?? 0) + 1);
    else this.unexplained.push(`${where}: published ${published}, computed ${computed}`);
  }

  /** Prints the family's line of the table and what lies behind it. */
  print(): void {
    const explained = [...this.explained.values()].reduce((sum, count) => sum + count, 0);
    const share = this.prizes === 0 ? '' : ` (${((100 * this.exact) / this.prizes).toFixed(2)} %)`;
    console.log(
      `${this.family}: ${this.rows} rows, ${this.prizes} prizes, ${this.exact} exact${share}, ${explained} explained, ${this.unexplained.length} unexplained`,
    );
    for (const [reason, count] of this.explained) console.log(`  ${count} × ${reason}`);
    for (const line of this.unexplained.slice(0, 20)) console.log(`  ${line}`);
  }
}
