/**
 * The second person's step. When another draw of the night has the same numbers, certifying waits until that person has looked at it and says
 * that it is right.
 */
import { Button, ErrorState } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { Problem, shownProblem } from '../../api/problem.ts';
import { type ConsoleContest, certify } from './console-api.ts';
import { useCommand } from './use-command.ts';

function sameNumbersAs(error: unknown): string | null {
  if (!(error instanceof Problem) || error.code !== 'same_numbers_tonight') return null;
  return typeof error.facts.contestId === 'string' ? error.facts.contestId : null;
}

export function CertifyResult(props: { contest: ConsoleContest }) {
  const { t } = useTranslation('console');
  const { contest } = props;
  const certifying = useCommand(contest.id, (sameAs: string | undefined) => certify(contest.id, contest.result?.version ?? 1, sameAs));
  const twin = sameNumbersAs(certifying.error);
  return (
    <>
      {certifying.isError ? <ErrorState problem={shownProblem(certifying.error)} /> : null}
      {twin ? (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
          <a href={`/console/draws/${twin}`} className="font-mono text-sm underline">
            {t('stage.sameNumbers', { contest: twin })}
          </a>
          <Button isDisabled={certifying.isPending} onPress={() => certifying.mutate(twin)}>
            {t('stage.certifySame')}
          </Button>
        </div>
      ) : (
        <Button look="primary" isDisabled={certifying.isPending} onPress={() => certifying.mutate(undefined)}>
          {t('stage.certifyAction')}
        </Button>
      )}
    </>
  );
}
