import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../i18n/languages.ts';
import { formatMoney, type MoneyFormat } from './format-money.ts';
import { formatBps, formatCount, formatDecimal, formatDividend } from './format-number.ts';
import { dayInAndorra, formatMoment, type MomentStyle, timeLeft } from './format-time.ts';

/** Every format in the language in force. */
export function useFormat() {
  const { t, i18n } = useTranslation('ui');
  const locale = localeOf(i18n.language);
  return useMemo(() => {
    const moment = (at: number | string, style: MomentStyle) => formatMoment(at, locale, style);
    return {
      locale,
      money: (minor: bigint, options?: MoneyFormat) => formatMoney(minor, locale, options),
      count: (count: number | bigint) => formatCount(count, locale),
      decimal: (value: number) => formatDecimal(value, locale),
      bps: (bps: number, digits?: number) => formatBps(bps, locale, digits),
      dividend: (minorPerUnit: bigint) => formatDividend(minorPerUnit, locale),
      moment,
      /** "avui 20:30" on the day itself, "ds. 14 nov., 20:30" otherwise. */
      dayTime: (at: number | string, now: number) =>
        dayInAndorra(at) === dayInAndorra(now) ? t('time.today', { time: moment(at, 'time') }) : moment(at, 'day-time'),
      timeLeft: (leftMs: number) => {
        const left = timeLeft(leftMs);
        switch (left.unit) {
          case 'days':
            return t('time.days', { count: left.days });
          case 'hours':
            return t('time.hours', { hours: left.hours });
          case 'hours-minutes':
            return t('time.hoursMinutes', { hours: left.hours, minutes: left.minutes });
          case 'minutes':
            return t('time.minutes', { minutes: left.minutes });
          case 'minutes-seconds':
            return t('time.minutesSeconds', { minutes: left.minutes, seconds: left.seconds });
          case 'seconds':
            return t('time.seconds', { seconds: left.seconds });
          case 'over':
            return t('time.over');
        }
      },
    };
  }, [locale, t]);
}
