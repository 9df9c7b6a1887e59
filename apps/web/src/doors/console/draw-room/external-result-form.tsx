/** A published result and prize table taken in from outside: drawn from its schema, certified later by a second person. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type JsonSchema, SchemaForm, useFormWords } from '@valira/ui/form';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem } from '../../../api/problem.ts';
import type { MatrixDefinition } from '../../../api/wire.ts';
import { type ConsoleContest, enterExternalResult } from '../console-api.ts';
import { Stage } from './stage.tsx';

const numbers = { type: 'array', minItems: 1, items: { type: 'integer', minimum: 0, maximum: 128 } };

/** The result by the definition's panels and bonus numbers, and the totals the other operator counted. */
const schemaFor = (definition: MatrixDefinition): JsonSchema => {
  const named = (names: readonly string[]) => ({
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, numbers])),
  });
  return {
    type: 'object',
    required: ['result', 'totals'],
    properties: {
      result: {
        type: 'object',
        required: ['panels', 'bonuses'],
        properties: {
          panels: named(definition.panels.map((panel) => panel.id)),
          bonuses: named((definition.bonuses ?? []).map((bonus) => bonus.id)),
        },
      },
      totals: {
        type: 'object',
        required: ['kind', 'salesCents', 'winners'],
        properties: {
          kind: { const: 'draw' },
          salesCents: { type: 'string', pattern: '^\\d{1,15}$' },
          winners: {
            type: 'array',
            minItems: 1,
            items: {
              type: 'object',
              required: ['tier', 'count'],
              properties: { tier: { type: 'string', minLength: 1 }, count: { type: 'string', pattern: '^\\d{1,12}$' } },
            },
          },
        },
      },
    },
  };
};

/** As many empty places as numbers are drawn, and one row per tier. */
const initialFor = (definition: MatrixDefinition) => ({
  result: {
    panels: Object.fromEntries(definition.panels.map((panel) => [panel.id, Array.from({ length: panel.choose }, () => undefined)])),
    bonuses: Object.fromEntries(
      (definition.bonuses ?? []).map((bonus) => [bonus.id, Array.from({ length: bonus.count }, () => undefined)]),
    ),
  },
  totals: { winners: [...new Set(definition.wins?.map((win) => win.tier) ?? [])].map((tier) => ({ tier })) },
});

export function ExternalResultForm(props: { contest: ConsoleContest; definition: MatrixDefinition }) {
  const { t } = useTranslation('console');
  const words = useFormWords('definition');
  const client = useQueryClient();
  const { contest, definition } = props;
  const schema = useMemo(() => schemaFor(definition), [definition]);
  const entering = useMutation({
    mutationFn: (value: unknown) => enterExternalResult(contest.id, value),
    onSettled: () => client.invalidateQueries({ queryKey: ['console', 'contest', contest.id] }),
  });
  const refusals =
    entering.error instanceof Problem ? (entering.error.errors.length ? entering.error.errors : [entering.error.shown()]) : [];
  return (
    <Stage title={t('stage.external')} lead={t('stage.externalLead')}>
      <div className="mt-4">
        <SchemaForm
          schema={schema}
          words={words}
          initial={initialFor(definition)}
          submitLabel={t('stage.externalAction')}
          busy={entering.isPending}
          refusals={refusals}
          onSubmit={(value) => entering.mutate(value)}
        />
      </div>
    </Stage>
  );
}
