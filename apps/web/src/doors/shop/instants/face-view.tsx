/** What an opened ticket shows: its face, read by the rule of its papers, and the prize as the same rule gives it. */
import { parseInstantDefinition, readFace } from '@valira/games/instants';
import { Money } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { bytesOfHex } from '../tickets/hex.ts';

const TIER_BYTES = 2;

export function FaceView(props: { definition: unknown; outcome: string }) {
  const { t } = useTranslation('shop');
  const papers = parseInstantDefinition(props.definition);
  if (!papers.ok) return null;
  const face = readFace(papers.value, bytesOfHex(props.outcome).subarray(TIER_BYTES));
  return (
    <div className="grid gap-3 rounded-2 bg-paper p-4 text-paper-ink">
      {face.grid ? <pre className="font-mono text-sm">{face.grid.join('\n')}</pre> : null}
      {face.zones.map((zone, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a zone of a printed face is its place
        <div key={`${zone.name}-${at}`}>
          <p className="mb-1 text-sm text-paper-ink-2">{t(`instants.zone.${zone.name}`)}</p>
          <ul className="grid grid-cols-3 gap-2 sm:grid-cols-5">
            {zone.fields.map((field, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same amount stands in several places: its place is what it is
              <li key={`${zone.name}-${i}`} className="rounded-1 border border-current/40 px-2 py-2 text-center font-bold tabular-nums">
                {field.kind === 'amount' ? (
                  <Money minor={field.cents} />
                ) : field.kind === 'number' ? (
                  field.number
                ) : field.kind === 'letter' ? (
                  field.letter
                ) : (
                  t(field.symbol === 0 ? 'instants.symbol.collected' : 'instants.symbol.other', { symbol: field.symbol })
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
