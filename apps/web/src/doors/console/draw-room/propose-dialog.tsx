/** What one person asks for, with a reason; nothing changes before another has approved it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Dialog, ErrorState, InstantInput, inputLook, Labelled, TextInput } from '@valira/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { type ConsoleContest, type MeasureKind, proposeMeasure, proposePostponement } from '../console-api.ts';

export function ProposeDialog(props: { contest: ConsoleContest; kind: MeasureKind; onClose: () => void }) {
  const { t } = useTranslation('console');
  const client = useQueryClient();
  const { contest, kind, onClose } = props;
  const [reason, setReason] = useState('');
  const [closesAt, setClosesAt] = useState(contest.closesAt);
  const [drawsAt, setDrawsAt] = useState(contest.drawsAt);
  const proposing = useMutation({
    mutationFn: () =>
      kind === 'postponement'
        ? proposePostponement(contest.id, { closesAt, drawsAt, reason: reason.trim() })
        : proposeMeasure(contest.id, kind, reason.trim()),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: ['console', 'contest', contest.id] }),
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(`measures.propose.${kind}`)}
      actions={
        <>
          <Button onPress={onClose}>{t('measures.cancel')}</Button>
          <Button
            look={kind === 'void' ? 'danger' : 'primary'}
            isDisabled={reason.trim().length < 3 || proposing.isPending}
            onPress={() => proposing.mutate()}
          >
            {t('measures.proposeAction')}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{t(`measures.lead.${kind}`)}</p>
      {kind === 'postponement' ? (
        <>
          <Labelled label={t('measures.closesAt')}>
            {(ids) => <InstantInput {...ids} className={inputLook} value={closesAt} onValue={setClosesAt} />}
          </Labelled>
          <Labelled label={t('measures.drawsAt')}>
            {(ids) => <InstantInput {...ids} className={inputLook} value={drawsAt} onValue={setDrawsAt} />}
          </Labelled>
        </>
      ) : null}
      <TextInput label={t('measures.reason')} value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
      {proposing.isError ? <ErrorState problem={shownProblem(proposing.error)} /> : null}
    </Dialog>
  );
}
