import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Card, Dialog, EmptyState, ErrorState, Hash, LinkButton, LoadingState, PageHead, StatusBadge, TextInput } from '@valira/ui';
import { DataTable, type TableColumn } from '@valira/ui/table';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../api/problem.ts';
import { useWords } from '../shop/use-words.ts';
import { consoleProductsQuery, decideVersion, type ProductVersion, releaseVersion, submitVersion, suspendVersion } from './console-api.ts';

type Step = { readonly name: string; readonly run: (versionId: string) => Promise<unknown> };

/** What may be done next in each state; the API decides who may. */
const nextSteps: Readonly<Record<string, readonly Step[]>> = {
  draft: [{ name: 'submit', run: submitVersion }],
  approved: [{ name: 'release', run: releaseVersion }],
  on_sale: [{ name: 'suspend', run: suspendVersion }],
  suspended: [{ name: 'release', run: releaseVersion }],
};

export function ProductsPage() {
  const { t } = useTranslation('console');
  const words = useWords();
  const client = useQueryClient();
  const products = useQuery(consoleProductsQuery);
  const [deciding, setDeciding] = useState<ProductVersion | null>(null);
  const [registration, setRegistration] = useState('');
  const acting = useMutation({
    mutationFn: (action: () => Promise<unknown>) => action(),
    onSettled: () => client.invalidateQueries({ queryKey: ['console', 'products'] }),
  });

  const columns = useMemo(
    (): readonly TableColumn<ProductVersion>[] => [
      { id: 'name', title: t('product.name'), value: (product) => words(product.names) },
      { id: 'version', title: t('product.version'), numeric: true, value: (product) => product.version },
      {
        id: 'state',
        title: t('product.state'),
        value: (product) => product.state,
        show: (product) => <StatusBadge status={product.state.replaceAll('-', '_')} />,
      },
      {
        id: 'registration',
        title: t('product.registration'),
        value: (product) => product.registrationNumber,
        show: (product) => product.registrationNumber ?? <span className="text-ink-3">{t('product.unregistered')}</span>,
      },
      { id: 'modality', title: t('product.modality'), value: (product) => product.modality },
      {
        id: 'channels',
        title: t('product.channels'),
        value: (product) => product.channels.join(', '),
        show: (product) => product.channels.map((channel) => t(`product.channel.${channel}`)).join(', '),
      },
      {
        id: 'definition',
        title: t('product.definition'),
        value: (product) => product.definitionHash,
        show: (product) => <Hash value={product.definitionHash} label={t('product.definition')} />,
      },
      {
        id: 'next',
        title: t('product.next'),
        value: () => null,
        show: (product) => (
          <span className="flex gap-2">
            {product.state === 'submitted' ? (
              <Button size="small" onPress={() => setDeciding(product)}>
                {t('product.step.decide')}
              </Button>
            ) : null}
            {(nextSteps[product.state.replaceAll('-', '_')] ?? []).map((step) => (
              <Button key={step.name} size="small" onPress={() => acting.mutate(() => step.run(product.versionId))}>
                {t(`product.step.${step.name}`)}
              </Button>
            ))}
          </span>
        ),
      },
    ],
    [t, words, acting.mutate],
  );

  const decide = (decision: 'approved' | 'refused') => {
    if (!deciding) return;
    const { versionId } = deciding;
    acting.mutate(() => decideVersion(versionId, decision, registration.trim()));
    setDeciding(null);
    setRegistration('');
  };

  return (
    <>
      <PageHead
        dense
        title={t('frame.door.products')}
        lead={t('product.lead')}
        aside={<LinkButton href="/console/products/new">{t('draft.title')}</LinkButton>}
      />
      {acting.isError ? <ErrorState problem={shownProblem(acting.error)} /> : null}
      <Card dense>
        {products.isError ? <ErrorState problem={shownProblem(products.error)} /> : null}
        {products.isPending ? <LoadingState /> : null}
        {products.data ? (
          <DataTable
            caption={t('frame.door.products')}
            columns={columns}
            rows={products.data}
            rowId={(product) => product.versionId}
            empty={<EmptyState>{t('product.none')}</EmptyState>}
          />
        ) : null}
      </Card>
      <Dialog
        title={t('product.decideTitle', { name: deciding ? words(deciding.names) : '' })}
        isOpen={deciding !== null}
        onClose={() => setDeciding(null)}
        actions={
          <>
            <Button look="danger" onPress={() => decide('refused')}>
              {t('product.refuse')}
            </Button>
            <Button look="primary" isDisabled={registration.trim() === ''} onPress={() => decide('approved')}>
              {t('product.approve')}
            </Button>
          </>
        }
      >
        <p className="text-ink-2">{t('product.decideLead')}</p>
        <TextInput label={t('product.registration')} value={registration} onChange={(event) => setRegistration(event.target.value)} />
      </Dialog>
    </>
  );
}
