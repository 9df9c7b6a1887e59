/** One electronic instant game: its chances, the purchase, the ticket under its coating, and the proof that it was committed to before the first sale. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Button, Card, ErrorState, Hash, LoadingState, Money, Notice, PageHead, useFormat } from '@valira/ui';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  buyInstant,
  type InstantGame,
  type InstantRun,
  instantRunQuery,
  revealInstant,
  unopenedGamesQuery,
} from '../../../api/instants.ts';
import { isOutcomeUnknown } from '../../../api/place-ticket.ts';
import { shownProblem } from '../../../api/problem.ts';
import { SignedIn } from '../../../session/signed-in.tsx';
import { useWords } from '../use-words.ts';
import { checkOutcome } from './check-outcome.ts';
import { FaceView } from './face-view.tsx';
import { RemainingPrizes } from './instants-page.tsx';
import { ScratchCover } from './scratch-cover.tsx';

export function InstantPage() {
  const { runId } = useParams({ strict: false }) as { runId: string };
  const { t } = useTranslation('shop');
  const format = useFormat();
  const words = useWords();
  const run = useQuery(instantRunQuery(runId));
  if (run.isError) return <ErrorState problem={shownProblem(run.error)} money={t('fault.money')} />;
  if (!run.data) return <LoadingState />;
  const { overallOneIn, returnToPlayer } = run.data;
  return (
    <>
      <PageHead title={words(run.data.names)} lead={t('instants.lead')} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_364px]">
        <SignedIn kinds={['player']}>{() => <Play run={run.data} />}</SignedIn>
        <Card level={2} title={t('instants.remaining')}>
          <p className="mb-3 text-sm text-ink-2">
            {t('instants.chance', { oneIn: format.decimal(Number(overallOneIn.n) / Number(overallOneIn.d)) })}{' '}
            {t('instants.returns', { percent: format.decimal((100 * Number(returnToPlayer.n)) / Number(returnToPlayer.d)) })}
          </p>
          <RemainingPrizes run={run.data} />
          <p className="mt-3 text-sm text-ink-2">
            {t('instants.root')} <Hash value={run.data.root} label={t('instants.root')} />
          </p>
        </Card>
      </div>
    </>
  );
}

function Play({ run }: { run: InstantRun }) {
  const { t } = useTranslation('shop');
  const client = useQueryClient();
  const left = useQuery(unopenedGamesQuery);
  const [shown, setShown] = useState<InstantGame | null>(null);
  const key = useRef<string>(crypto.randomUUID());
  const refresh = useCallback(() => {
    for (const queryKey of [['me'], ['wallet'], ['instants'], ['instant-games']]) void client.invalidateQueries({ queryKey });
  }, [client]);
  const open = useMutation({
    mutationFn: revealInstant,
    onSuccess: (game) => {
      setShown(game);
      refresh();
    },
  });
  const buy = useMutation({
    // The same key until an answer came: asked twice, one ticket is bought.
    mutationFn: () => buyInstant(run, key.current),
    onSuccess: (game) => {
      key.current = crypto.randomUUID();
      open.mutate(game.id);
    },
    onError: (error) => {
      if (!isOutcomeUnknown(error)) key.current = crypto.randomUUID();
    },
    onSettled: refresh,
  });
  const waiting = (left.data ?? []).find(({ runId }) => runId === run.id);
  const failed = open.error ?? buy.error;
  return (
    <Card level={2} title={t('instants.ticket')}>
      {failed ? (
        <ErrorState problem={shownProblem(failed)} {...(buy.error && !isOutcomeUnknown(buy.error) ? { money: t('fault.money') } : {})} />
      ) : null}
      {shown ? <Opened key={shown.id} game={shown} run={run} /> : null}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {waiting && !shown ? (
          <>
            <Notice tone="calm">{t('instants.interrupted')}</Notice>
            <Button look="primary" onPress={() => open.mutate(waiting.id)} isDisabled={open.isPending}>
              {t('instants.goOn')}
            </Button>
          </>
        ) : (
          <Button
            look={shown ? 'secondary' : 'primary'}
            onPress={() => buy.mutate()}
            isDisabled={buy.isPending || open.isPending || run.state !== 'on-sale'}
          >
            {t('instants.buy')} <Money minor={run.priceCents} />
          </Button>
        )}
      </div>
    </Card>
  );
}

function Opened({ game, run }: { game: InstantGame; run: InstantRun }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const [covered, setCovered] = useState(true);
  const uncover = useCallback(() => setCovered(false), []);
  const check = useQuery({
    queryKey: ['instant-check', game.id, run.root],
    queryFn: () => checkOutcome(game, run),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!game.reveal) return null;
  const face = <FaceView definition={run.definition} outcome={game.reveal.outcome} />;
  if (covered)
    return (
      <div className="grid gap-3">
        <ScratchCover label={t('instants.coating')} onOpen={uncover}>
          {face}
        </ScratchCover>
        <div>
          <Button look="primary" onPress={uncover}>
            {t('instants.reveal')}
          </Button>
        </div>
      </div>
    );
  const won = BigInt(game.reveal.amountCents);
  return (
    <div className="grid gap-3">
      {face}
      <p role="status" className="text-md font-bold">
        {won > 0n ? (
          <>
            {t('instants.won')} <Money minor={won} />
          </>
        ) : (
          t('instants.notWon')
        )}
      </p>
      <p className="text-sm text-ink-2">
        {check.data === undefined
          ? t('instants.checking')
          : t(check.data ? 'instants.proven' : 'instants.notProven', {
              index: format.count(game.index + 1),
              tickets: format.count(run.leaves),
            })}
      </p>
    </div>
  );
}
