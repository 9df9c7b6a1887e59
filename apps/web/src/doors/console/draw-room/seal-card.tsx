import { Card, Hash, Money, StatusBadge, useFormat } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import type { Contest } from '../../../api/wire.ts';

const cell = 'border-b border-line px-2 py-2 first:pl-0 last:pr-0';

/** The seal and the independent control's countersignature of it. */
export function SealCard(props: { contest: Contest }) {
  const { t } = useTranslation('console');
  const format = useFormat();
  const { seal } = props.contest;
  if (!seal) return null;
  const { countersignature } = seal;
  return (
    <Card dense title={t('seal.title')} aside={<StatusBadge status={countersignature ? 'matching' : 'pending'} />}>
      <div className="overflow-x-auto">
        <table className="w-full border-collapse">
          <thead>
            <tr className="text-xs text-ink-2 [&>th]:border-b [&>th]:border-line [&>th]:px-2 [&>th]:py-1.5 [&>th]:font-medium">
              <td className="border-b border-line" />
              <th scope="col" className="text-right">
                {t('seal.tickets')}
              </th>
              <th scope="col" className="text-right">
                {t('seal.amount')}
              </th>
              <th scope="col" className="text-left">
                {t('seal.root')}
              </th>
              <th scope="col" className="text-right">
                {t('seal.at')}
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row" className={`${cell} text-left font-bold`}>
                {t('seal.system')}
              </th>
              <td className={`${cell} text-right font-bold`}>{format.count(seal.leaves)}</td>
              <td className={`${cell} text-right font-bold`}>
                <Money minor={seal.stakeCents} />
              </td>
              <td className={cell}>
                <Hash value={seal.root} label={t('seal.root')} />
              </td>
              <td className={`${cell} text-right`}>{format.moment(seal.sealedAt, 'time-seconds')}</td>
            </tr>
            <tr>
              <th scope="row" className={`${cell} text-left font-bold`}>
                {t('seal.control')}
              </th>
              {countersignature ? (
                <>
                  <td colSpan={2} className={`${cell} text-right text-ink-2`}>
                    {t('seal.signedSame')}
                  </td>
                  <td className={cell}>
                    <Hash value={countersignature.signature} label={t('seal.countersignature')} />
                  </td>
                  <td className={`${cell} text-right`}>{format.moment(countersignature.at, 'time-seconds')}</td>
                </>
              ) : (
                <td colSpan={4} className={`${cell} text-ink-2`}>
                  {t('seal.waiting')}
                </td>
              )}
            </tr>
          </tbody>
        </table>
      </div>
    </Card>
  );
}
