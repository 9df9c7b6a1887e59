/** The shop's packs: confirm what arrived, put on sale, give back, report stolen. Nothing here tells what of a pack was validated. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Card, EmptyState, ErrorState, LoadingState, Money, TextInput } from '@valira/ui';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Refused, type TerminalApi } from '../api/terminal-api.ts';
import type { PackStep, ShopPack } from '../api/wire.ts';
import { unsoldTickets } from './unsold-tickets.ts';

const steps: Readonly<Record<string, readonly PackStep[]>> = {
  shipped: ['receive', 'return', 'stolen'],
  received: ['activate', 'return', 'stolen'],
  activated: ['return', 'stolen'],
};

type Asked = { readonly pack: ShopPack; readonly step: PackStep };

const problemOf = (error: unknown) => (error instanceof Refused ? { code: error.code, detail: error.detail } : { code: 'network' });

export function PacksScreen(props: { api: TerminalApi; clerk: string }) {
  const { t, i18n } = useTranslation('terminal');
  const { api, clerk } = props;
  const client = useQueryClient();
  const packs = useQuery({ queryKey: ['packs', clerk], queryFn: () => api.packs(clerk), refetchInterval: 30_000 });
  const [asked, setAsked] = useState<Asked | null>(null);
  const [unsold, setUnsold] = useState('');
  const [reason, setReason] = useState('');
  // The same key until an answer came: a pack is moved once however often it is asked.
  const key = useRef(crypto.randomUUID());
  const move = useMutation({
    mutationFn: ({ pack, step }: Asked) => {
      const body = { game: pack.game, pack: pack.pack };
      const left = pack.state === 'activated' ? unsoldTickets(unsold) : null;
      const more = step === 'return' ? { unsold: left } : step === 'stolen' ? { unsold: left, reason: reason.trim() } : {};
      return api.movePack(clerk, step, { ...body, ...more }, key.current);
    },
    onSuccess: () => {
      key.current = crypto.randomUUID();
      setAsked(null);
      setUnsold('');
      setReason('');
    },
    onError: (error) => {
      if (error instanceof Refused) key.current = crypto.randomUUID();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['packs'] }),
  });
  const press = (pack: ShopPack, step: PackStep) => {
    key.current = crypto.randomUUID();
    move.reset();
    if (step === 'receive' || step === 'activate') move.mutate({ pack, step });
    else setAsked({ pack, step });
  };
  const asksUnsold = asked?.pack.state === 'activated';
  const ready = asked && (!asksUnsold || unsoldTickets(unsold) !== null) && (asked.step !== 'stolen' || reason.trim() !== '');
  return (
    <div className="h-full overflow-y-auto p-5">
      <div className="mx-auto grid max-w-[64rem] gap-4">
        <Card level={1} title={t('packs.title')}>
          {packs.isError ? <ErrorState problem={problemOf(packs.error)} /> : null}
          {packs.isPending ? <LoadingState /> : null}
          {packs.data?.length === 0 ? <EmptyState>{t('packs.none')}</EmptyState> : null}
          {packs.data && packs.data.length > 0 ? (
            <table className="w-full">
              <thead>
                <tr className="text-left text-sm text-ink-2">
                  {(['pack', 'name', 'state', 'tickets', 'price', 'next'] as const).map((column) => (
                    <th key={column} scope="col" className="py-1">
                      {t(`packs.${column}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {packs.data.map((pack) => (
                  <tr key={`${pack.game}-${pack.pack}`} className="border-t border-line">
                    <th scope="row" className="py-2 text-left font-mono">
                      {String(pack.game).padStart(3, '0')}-{String(pack.pack).padStart(6, '0')}
                    </th>
                    <td>{pack.names[i18n.language] ?? pack.names.ca}</td>
                    <td>{t(`packs.is.${pack.state}`)}</td>
                    <td className="tabular-nums">{pack.tickets}</td>
                    <td>
                      <Money minor={pack.priceCents} />
                    </td>
                    <td className="flex flex-wrap gap-2 py-1">
                      {(steps[pack.state] ?? []).map((step) => (
                        <Button key={step} size="small" isDisabled={move.isPending} onPress={() => press(pack, step)}>
                          {t(`packs.step.${step}`)}
                        </Button>
                      ))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : null}
        </Card>
        {move.isError ? <ErrorState problem={problemOf(move.error)} /> : null}
        {asked ? (
          <Card level={2} title={`${t(`packs.step.${asked.step}`)} · ${asked.pack.pack}`}>
            <div className="grid gap-3">
              {asksUnsold ? (
                <TextInput
                  label={t('packs.unsold')}
                  hint={t('packs.unsoldHint')}
                  value={unsold}
                  onChange={(event) => setUnsold(event.target.value)}
                />
              ) : null}
              {asked.step === 'stolen' ? (
                <TextInput label={t('packs.reason')} value={reason} onChange={(event) => setReason(event.target.value)} />
              ) : null}
              <div className="flex gap-3">
                <Button look="primary" isDisabled={!ready || move.isPending} onPress={() => move.mutate(asked)}>
                  {t('packs.confirm')}
                </Button>
                <Button onPress={() => setAsked(null)}>{t('packs.cancel')}</Button>
              </div>
            </div>
          </Card>
        ) : null}
      </div>
    </div>
  );
}
