/** A published result and prize table taken in from outside: drawn from its schema, certified later by a second person. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { SchemaForm, useFormWords } from '@valira/ui/form';
import { useTranslation } from 'react-i18next';
import { Problem } from '../../../api/problem.ts';
import { type ConsoleContest, enterExternalResult } from '../console-api.ts';
import { Stage } from './draw-stage.tsx';

const cents = { type: 'string', pattern: '^\\d{1,15}$' };

const schema = {
  type: 'object',
  required: ['result', 'salesCents', 'winners'],
  properties: {
    result: {
      type: 'object',
      required: ['main', 'bonus'],
      properties: {
        main: { type: 'array', minItems: 1, items: { type: 'integer', minimum: 0, maximum: 128 } },
        bonus: { type: 'array', items: { type: 'integer', minimum: 0, maximum: 128 } },
      },
    },
    salesCents: cents,
    winners: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['tier', 'count'],
        properties: { tier: { type: 'string', minLength: 1 }, count: { type: 'integer', minimum: 0 } },
      },
    },
    carriedInCents: cents,
  },
} as const;

export function ExternalResultForm(props: { contest: ConsoleContest }) {
  const { t } = useTranslation('console');
  const words = useFormWords('definition');
  const client = useQueryClient();
  const { contest } = props;
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
          initial={{ result: { main: [0, 0, 0, 0, 0, 0], bonus: [0] } }}
          submitLabel={t('stage.externalAction')}
          busy={entering.isPending}
          refusals={refusals}
          onSubmit={(value) => entering.mutate(value)}
        />
      </div>
    </Stage>
  );
}
