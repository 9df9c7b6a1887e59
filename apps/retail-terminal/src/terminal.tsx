import { useMemo, useState } from 'react';
import { terminalApi } from './api/terminal-api.ts';
import type { Clerk } from './api/wire.ts';
import type { Enrolment, TerminalStore } from './device/terminal-store.ts';
import { Counter } from './screens/counter.tsx';
import { EnrolScreen } from './screens/enrol-screen.tsx';
import { PinScreen } from './screens/pin-screen.tsx';

export type SignedClerk = { readonly token: string; readonly clerk: Clerk };

/** Enrol once, a clerk by PIN, then the counter. */
export function Terminal(props: { store: TerminalStore; enrolled: Enrolment | null }) {
  const [enrolment, setEnrolment] = useState(props.enrolled);
  const [signed, setSigned] = useState<SignedClerk | null>(null);
  const api = useMemo(() => (enrolment ? terminalApi(enrolment) : null), [enrolment]);
  if (!enrolment || !api) return <EnrolScreen store={props.store} onEnrolled={setEnrolment} />;
  if (!signed) return <PinScreen enrolment={enrolment} api={api} onSigned={setSigned} />;
  return (
    <Counter
      store={props.store}
      enrolment={enrolment}
      api={api}
      signed={signed}
      onLock={() => {
        void api.leave(signed.token).catch(() => {});
        setSigned(null);
      }}
    />
  );
}
