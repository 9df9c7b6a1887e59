import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import {
  Button,
  Card,
  Countdown,
  ErrorState,
  LoadingState,
  NumberGrid,
  PageHead,
  Segmented,
  StatusBadge,
  statusWithTime,
  useFormat,
  useServerNow,
} from '@valira/ui';
import { Clock, Dices, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { contestQuery, contestsQuery, productsQuery } from '../../../api/queries.ts';
import type { Contest, MatrixDefinition, Product } from '../../../api/wire.ts';
import { PurchasePanel } from '../purchase-panel.tsx';
import { useWords } from '../use-words.ts';
import { emptyLine, isBlank, lineLetter, quickLine, saleLines, slipPrice } from './slip.ts';
import { SlipLines } from './slip-lines.tsx';
import { SlipOdds } from './slip-odds.tsx';
import { useSlip } from './use-slip.ts';

export function SlipPage() {
  const { contestId } = useParams({ strict: false });
  const contest = useQuery(contestQuery(contestId ?? ''));
  const products = useQuery(productsQuery);
  const failed = contest.error ?? products.error;
  if (failed) return <ErrorState problem={shownProblem(failed)} />;
  if (!contest.data || !products.data) return <LoadingState />;
  const { slug, versionId } = contest.data.product;
  const product = products.data.find((other) => other.versionId === versionId) ?? products.data.find((other) => other.slug === slug);
  if (!product || !('panels' in product.definition)) return <ErrorState problem={{ code: 'not_on_sale' }} />;
  return <FilledSlip contest={contest.data} product={product} definition={product.definition} />;
}

const MOST_DRAWS = 8;

function FilledSlip(props: { contest: Contest; product: Product; definition: MatrixDefinition }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const words = useWords();
  const now = useServerNow();
  const { search } = useLocation();
  const { contest, product, definition } = props;
  const { panels } = definition;
  const quick = 'quick' in search;
  const { slip, setSlip, clear } = useSlip(contest.id, panels, quick);
  const series = useQuery(contestsQuery({ kind: 'draw', state: ['open'], product: product.slug, limit: MOST_DRAWS }));

  const upcoming = [...(series.data ?? [])]
    .filter((other) => other.drawsAt >= contest.drawsAt)
    .sort((a, b) => a.drawsAt.localeCompare(b.drawsAt));
  const played = upcoming.slice(0, slip.draws);
  const contestIds = played.length === slip.draws ? played.map(({ id }) => id) : [contest.id];
  const { lines, complete } = saleLines(slip, panels);
  const unit = BigInt(definition.unitPriceCents);
  const total = slipPrice(lines.length, unit, contestIds.length);
  const open = contest.state === 'open' && Date.parse(contest.closesAt) > now;
  const line = slip.lines[slip.active] ?? emptyLine(panels);
  const setLine = (next: typeof line) =>
    setSlip({ ...slip, lines: slip.lines.map((other, index) => (index === slip.active ? next : other)) });
  const name = words(contest.product.names);
  const mostLines = Math.min(definition.limits.maxEntries, 26);
  const drawChoices = [1, 2, 4, 8].filter((count) => count <= Math.max(1, upcoming.length));

  return (
    <>
      <PageHead
        crumbs={[{ href: '/', label: t('nav.draws') }, { label: name }]}
        title={name}
        lead={
          <>
            {contest.jackpotCents ? (
              <>
                {t('draw.jackpotShort')} <b className="text-ink">{format.money(BigInt(contest.jackpotCents), { cents: 'jackpot' })}</b> ·{' '}
              </>
            ) : null}
            {t('draw.numberLower', { number: contest.number })}, {format.dayTime(contest.drawsAt, now)}
          </>
        }
        aside={
          <>
            <StatusBadge status={statusWithTime(contest.state, contest.closesAt, now)} />
            {open ? (
              <span className="inline-flex items-center gap-2">
                <Clock aria-hidden="true" className="icon" />
                {t('draw.closesAt', { time: format.dayTime(contest.closesAt, now) })} · {t('draw.left')}
                <Countdown at={contest.closesAt} className="font-bold text-ink" />
              </span>
            ) : null}
          </>
        }
      />
      <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_364px]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          <Card
            title={t('slip.choose', { count: panels[0]?.choose ?? 0 })}
            aside={<span className="text-sm text-ink-2">{t('slip.line', { letter: lineLetter(slip.active) })}</span>}
          >
            <div className="grid gap-5">
              {panels.map((panel) => (
                <NumberGrid
                  key={`${slip.active}-${panel.id}`}
                  from={panel.first ?? 1}
                  to={(panel.first ?? 1) + panel.from - 1}
                  pick={panel.choose}
                  chosen={line[panel.id] ?? []}
                  legend={t('slip.legend', { letter: lineLetter(slip.active), pick: panel.choose, to: panel.from })}
                  disabled={!open}
                  onChange={(numbers) => setLine({ ...line, [panel.id]: numbers })}
                />
              ))}
            </div>
            <div className="mt-3 flex flex-wrap justify-end gap-2 border-t border-line pt-3">
              <Button look="text" isDisabled={!open || isBlank(line)} onPress={() => setLine(emptyLine(panels))}>
                <Trash2 aria-hidden="true" className="icon" />
                {t('slip.clear')}
              </Button>
              <Button isDisabled={!open} onPress={() => setLine(quickLine(panels))}>
                <Dices aria-hidden="true" className="icon" />
                {t('slip.random')}
              </Button>
              <Button
                isDisabled={!open || slip.lines.length >= mostLines || isBlank(line)}
                onPress={() => setSlip({ ...slip, lines: [...slip.lines, emptyLine(panels)], active: slip.lines.length })}
              >
                <Plus aria-hidden="true" className="icon" />
                {t('slip.another')}
              </Button>
            </div>
          </Card>
          <SlipLines slip={slip} panels={panels} unitPriceCents={unit} onChange={setSlip} />
          <SlipOdds product={product} lines={Math.max(1, lines.length)} />
        </div>
        <div className="grid gap-4 lg:sticky lg:top-28">
          {drawChoices.length > 1 ? (
            <Card title={t('slip.draws')}>
              <Segmented
                label={t('slip.draws')}
                value={String(slip.draws)}
                options={drawChoices.map((count) => ({ value: String(count), label: String(count) }))}
                onChange={(count) => setSlip({ ...slip, draws: Number(count) })}
              />
              <p className="mt-2 text-sm text-ink-2">{played.map((other) => format.moment(other.drawsAt, 'day')).join(', ')}</p>
            </Card>
          ) : null}
          <PurchasePanel
            order={complete ? { contestIds, wager: { kind: 'draw', lines }, priceCents: total.toString() } : null}
            missing={lines.length === 0 ? t('slip.empty') : t('slip.half')}
            open={open}
            totalCents={total}
            facts={[
              {
                id: 'lines',
                label: t('slip.priceLabel', { count: lines.length, unit: format.money(unit), draws: contestIds.length }),
                value: format.money(total),
              },
            ]}
            onSold={clear}
          />
        </div>
      </div>
    </>
  );
}
