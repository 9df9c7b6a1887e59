/** Who claims: the document may be noted with any prize; from the law's amount on, alone or with earlier claims, name and birth date are asked too. */
import { Segmented, TextInput } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { DOCUMENT_KINDS, type Identification } from '../api/wire.ts';

export type Claimant = {
  readonly documentKind: Identification['documentKind'];
  readonly documentNumber: string;
  readonly name: string;
  readonly birthDate: string;
};

export const NOBODY: Claimant = { documentKind: 'passport', documentNumber: '', name: '', birthDate: '' };

export const isIdentified = ({ documentNumber, name, birthDate }: Claimant): boolean =>
  documentNumber.trim() !== '' && name.trim() !== '' && /^\d{4}-\d{2}-\d{2}$/.test(birthDate);

/** Only what was filled in; nothing without a document. */
export function identificationOf({ documentKind, documentNumber, name, birthDate }: Claimant): { identification?: Identification } {
  if (documentNumber.trim() === '') return {};
  return {
    identification: {
      documentKind,
      documentNumber: documentNumber.trim(),
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(birthDate !== '' && { birthDate }),
    },
  };
}

/** `isAsked`: the payment may have been recorded with what is shown, so it does not change. */
export function ClaimantFields(props: { claimant: Claimant; inFull: boolean; isAsked: boolean; onChange: (claimant: Claimant) => void }) {
  const { t } = useTranslation('terminal');
  const { claimant, inFull, isAsked, onChange } = props;
  return (
    <div className="mt-4 grid gap-3">
      <Segmented
        label={t('validate.documentKind')}
        value={claimant.documentKind}
        options={DOCUMENT_KINDS.map((kind) => ({ value: kind, label: t(`validate.kind.${kind}`) }))}
        onChange={(documentKind) => {
          if (!isAsked) onChange({ ...claimant, documentKind });
        }}
      />
      <TextInput
        label={t('validate.document')}
        hint={t('validate.documentHint')}
        value={claimant.documentNumber}
        readOnly={isAsked}
        autoComplete="off"
        onChange={(event) => onChange({ ...claimant, documentNumber: event.target.value })}
      />
      {inFull ? (
        <>
          <TextInput
            label={t('validate.name')}
            value={claimant.name}
            readOnly={isAsked}
            autoComplete="off"
            onChange={(event) => onChange({ ...claimant, name: event.target.value })}
          />
          <TextInput
            label={t('validate.birthDate')}
            type="date"
            value={claimant.birthDate}
            readOnly={isAsked}
            autoComplete="off"
            onChange={(event) => onChange({ ...claimant, birthDate: event.target.value })}
          />
        </>
      ) : null}
    </div>
  );
}
