import { useFormat } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../api/wire.ts';
import { oneIn } from './odds-text.ts';

/** "Algun premi: 1 de cada 54". */
export function OddsText(props: { product: Product | undefined }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const odds = props.product?.figures?.overallOdds;
  return odds ? t('draw.anyPrizeOdds', { odds: format.decimal(oneIn(odds)) }) : null;
}
