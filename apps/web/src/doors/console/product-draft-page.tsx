/**
 * A new product or version, drafted on a form that is drawn from the definition's schema: starting from one that is on
 * sale or from a template, with every refusal of the API at the field it names.
 */

import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { gameDefinition, gameTemplates } from '@valira/games';
import { defaultDefinition, poolDefinitionSchema } from '@valira/pool';
import { Card, inputLook, Labelled, Notice, PageHead, TextInput } from '@valira/ui';
import { SchemaForm, useFormWords } from '@valira/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem } from '../../api/problem.ts';
import { draftProduct } from './console-api.ts';

type Template = { readonly id: string; readonly family: 'draw' | 'pool'; readonly definition: unknown };

const POOL_BETS = ['win', 'place', 'exacta', 'trifecta', 'trio', 'sports'] as const;

const templates: readonly Template[] = [
  ...gameTemplates.map((definition): Template => ({ id: definition.id, family: 'draw', definition })),
  ...POOL_BETS.map(
    (bet): Template => ({
      id: bet,
      family: 'pool',
      definition: defaultDefinition(bet, { id: bet, effectiveFrom: '2026-01-01T00:00:00Z' }),
    }),
  ),
];

export function ProductDraftPage() {
  const { t } = useTranslation('console');
  const words = useFormWords('definition');
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(templates[0]?.id ?? '');
  const [slug, setSlug] = useState('');
  const [name, setName] = useState('');
  const template = templates.find(({ id }) => id === chosen);
  const drafting = useMutation({
    mutationFn: (definition: unknown) =>
      draftProduct({
        slug: slug.trim(),
        family: template?.family ?? 'draw',
        modality: template?.family === 'pool' ? 'c' : 'a',
        names: { ca: name.trim(), es: name.trim(), fr: name.trim(), en: name.trim() },
        channels: template?.family === 'pool' ? ['online'] : ['online', 'shop'],
        definition,
      }),
    onSuccess: () => navigate({ href: '/console/products' }),
  });
  const error = drafting.error;
  const refusals =
    error instanceof Problem
      ? (error.errors.length > 0 ? error.errors : [error.shown()]).map((refusal) => ({
          ...refusal,
          path: (refusal.path ?? '').replace(/^definition\./, ''),
        }))
      : [];
  const nameless = slug.trim() === '' || name.trim() === '';
  return (
    <>
      <PageHead
        dense
        crumbs={[{ href: '/console/products', label: t('frame.door.products') }, { label: t('draft.title') }]}
        title={t('draft.title')}
        lead={t('draft.lead')}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[320px_minmax(0,1fr)]">
        <Card dense title={t('draft.product')}>
          <div className="grid gap-3">
            <Labelled label={t('draft.template')}>
              {(ids) => (
                <select {...ids} value={chosen} className={inputLook} onChange={(event) => setChosen(event.target.value)}>
                  {templates.map(({ id }) => (
                    <option key={id} value={id}>
                      {id}
                    </option>
                  ))}
                </select>
              )}
            </Labelled>
            <TextInput
              label={t('draft.slug')}
              hint={t('draft.slugHint')}
              value={slug}
              inputClassName="font-mono"
              onChange={(event) => setSlug(event.target.value)}
            />
            <TextInput label={t('draft.name')} value={name} onChange={(event) => setName(event.target.value)} />
            {nameless ? <Notice>{t('draft.nameless')}</Notice> : null}
          </div>
        </Card>
        <Card dense title={t('draft.definition')}>
          {template ? (
            <SchemaForm
              key={template.id}
              schema={template.family === 'draw' ? gameDefinition : poolDefinitionSchema}
              words={words}
              initial={template.definition}
              submitLabel={t('draft.action')}
              busy={drafting.isPending}
              sendable={!nameless}
              refusals={refusals}
              onSubmit={(definition) => drafting.mutate(definition)}
            />
          ) : null}
        </Card>
      </div>
    </>
  );
}
