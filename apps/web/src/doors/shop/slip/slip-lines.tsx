import { BallRow, Button, Card, NumberBall, useFormat } from '@valira/ui';
import { Pencil, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MatrixPanel } from '../../../api/wire.ts';
import { emptyLine, isBlank, isWhole, lineLetter, type Slip } from './slip.ts';

/** The lines of the slip; each may be taken up again or taken out. */
export function SlipLines(props: { slip: Slip; panels: readonly MatrixPanel[]; unitPriceCents: bigint; onChange: (slip: Slip) => void }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const { slip, panels } = props;
  if (slip.lines.length === 1 && slip.lines.every(isBlank)) return null;

  const remove = (index: number) => {
    const lines = slip.lines.filter((_, other) => other !== index);
    props.onChange({
      ...slip,
      lines: lines.length ? lines : [emptyLine(panels)],
      active: Math.max(0, Math.min(slip.active, lines.length - 1)),
    });
  };

  return (
    <Card title={t('slip.lines')}>
      <ol>
        {slip.lines.map((line, index) => {
          const letter = lineLetter(index);
          const active = index === slip.active;
          return (
            <li key={letter} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2.5 first:border-t-0">
              <b className="w-6">{letter}</b>
              <BallRow label={t('slip.line', { letter })}>
                {panels.flatMap((panel) =>
                  (line[panel.id] ?? []).map((number) => (
                    <NumberBall key={`${panel.id}-${number}`} number={number} size="small" kind={active ? 'chosen' : 'plain'} />
                  )),
                )}
                {isBlank(line) ? <span className="text-sm text-ink-3">{t('slip.blank')}</span> : null}
              </BallRow>
              <span className="ml-auto inline-flex items-center gap-1 text-sm">
                {isWhole(line, panels) ? (
                  <b>{format.money(props.unitPriceCents)}</b>
                ) : (
                  <span className="text-ink-3">{t('slip.unfinished')}</span>
                )}
                <Button
                  look="text"
                  size="small"
                  isDisabled={active}
                  aria-label={t('slip.edit', { letter })}
                  onPress={() => props.onChange({ ...slip, active: index })}
                >
                  <Pencil aria-hidden="true" className="icon" />
                </Button>
                <Button look="text" size="small" aria-label={t('slip.remove', { letter })} onPress={() => remove(index)}>
                  <X aria-hidden="true" className="icon" />
                </Button>
              </span>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
