/** Prize table and money table add up and start from the sealed stakes (docs/verify.md, section 9). */
import type { FindingList } from './finding.ts';
import type { BundleRecord } from './record-shape.ts';

const total = (amounts: Readonly<Record<string, string>>): bigint =>
  Object.values(amounts).reduce((sum, amount) => sum + BigInt(amount), 0n);

export function checkMoney(record: BundleRecord, found: FindingList): void {
  const { inflow, outflow } = record.money;
  let prizes = 0n;
  for (const [i, row] of record.prizes.entries()) {
    const paid = BigInt(row.winners) * BigInt(row.shareCents);
    if (paid !== BigInt(row.totalCents))
      found.add('money_wrong', `prizes.${i}`, `${row.winners} × ${row.shareCents} is ${paid}, not ${row.totalCents}`);
    prizes += BigInt(row.totalCents);
  }
  if (inflow.stakes !== record.seal.body.stakeCents)
    found.add('money_wrong', 'money.inflow.stakes', `${inflow.stakes}, sealed ${record.seal.body.stakeCents}`);
  if (outflow.prizes !== String(prizes))
    found.add('money_wrong', 'money.outflow.prizes', `${outflow.prizes}, the table adds up to ${prizes}`);
  if (total(inflow) !== total(outflow)) found.add('money_wrong', 'money', `in ${total(inflow)}, out ${total(outflow)}`);
  const tiers = record.prizes.map((row) => row.tier);
  if (new Set(tiers).size !== tiers.length) found.add('money_wrong', 'prizes', 'a tier comes twice');
}
