import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Consent as Sent } from '../../lib/api/types.gen';
import { consentOf, sentConsent } from '../../lib/consent';
import { Consent } from './consent';

interface Props {
  botname: string;
  onCancel: () => void;
  /** children draws the call, inside the click that answers if the user had to be asked. */
  children: (consent: Sent) => ReactNode;
}

/** AskedFirst is a call with an assistant, before the first of which the user is told who hears them, and asked. */
export function AskedFirst({ botname, onCancel, children }: Props) {
  const [choice, setChoice] = useState(() => consentOf(localStorage));
  if (choice !== undefined) return children(sentConsent(choice));
  return <Consent botname={botname} assistant onChoice={(made) => { flushSync(() => { setChoice(made); }); }} onCancel={onCancel} />;
}
