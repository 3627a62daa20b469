import { useEffect, useRef } from 'react';
import { Button } from '../../components/ui/button';
import { CallIcon } from '../../components/ui/call-icon';
import { useAsked } from '../../components/use-asked';
import { getPrivacy } from '../../lib/api/mine';
import { ConsentVersion } from '../../lib/api/types.gen';
import { keepConsent, type Choice } from '../../lib/consent';
import { t } from '../../lib/language';
import styles from './consent.module.css';
import { Told } from './told';

interface Props {
  botname: string;
  /** assistant says that the character keeps things for the user, whatever they choose here. */
  assistant?: boolean;
  /** onChoice runs inside the click, in which the call can then start. */
  onChoice: (choice: Choice) => void;
  onCancel: () => void;
}

/** Consent is what the user is told before their first call, and asked. The answer is kept on this device. */
export function Consent({ botname, assistant = false, onChoice, onCancel }: Props) {
  const [privacy, again] = useAsked(getPrivacy);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const choose = (nothing: boolean) => {
    if (privacy.state !== 'there') return;
    const choice: Choice = {
      version: ConsentVersion, at: Date.now(), keep_days: privacy.it.keep_days, ...(nothing && { keep_nothing: true }),
    };
    keepConsent(localStorage, choice);
    onChoice(choice);
  };
  const waits = privacy.state !== 'there';
  return (
    <section className={styles.consent} aria-labelledby="consent">
      <h2 id="consent" ref={heading} tabIndex={-1}>{t('consentTitle', { name: botname })}</h2>
      <Told privacy={privacy} onAgain={again} />
      {assistant && <p>{t('consentAssistant', { name: botname })}</p>}
      <p className="muted">{t('consentNothingNote')}</p>
      <div className={styles.row}>
        <Button look="main" icon={<CallIcon />} disabled={waits} onClick={() => { choose(false); }}>{t('consentAgree')}</Button>
        <Button disabled={waits} onClick={() => { choose(true); }}>{t('consentNothing')}</Button>
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </div>
    </section>
  );
}
