import { useState } from 'react';
import { Button } from '../../components/ui/button';
import { Dialog } from '../../components/ui/dialog';
import { useAsked } from '../../components/use-asked';
import { getPrivacy } from '../../lib/api/mine';
import { consentOf, keepConsent, type Choice } from '../../lib/consent';
import { language, t } from '../../lib/language';
import styles from './consent.module.css';
import { Told } from './told';

/** ConsentSetting is what the user chose before their first call, to be read again and withdrawn; inCall says that one is under way. */
export function ConsentSetting({ inCall = false }: { inCall?: boolean }) {
  const [choice, setChoice] = useState(() => consentOf(localStorage));
  const [reading, setReading] = useState(false);
  const [withdrawn, setWithdrawn] = useState(false);
  const withdraw = () => {
    keepConsent(localStorage, undefined);
    setChoice(undefined);
    setWithdrawn(true);
  };
  return (
    <div className={styles.setting}>
      <h3>{t('consentSetting')}</h3>
      <p>{choice === undefined ? t('consentNone') : chosen(choice)}</p>
      <div className={styles.row}>
        <Button onClick={() => { setReading(true); }}>{t('consentRead')}</Button>
        {choice !== undefined && <Button onClick={withdraw}>{t('consentWithdraw')}</Button>}
      </div>
      <p role="status" className="muted">{withdrawn ? `${t('consentWithdrawn')}${inCall ? ` ${t('consentInCall')}` : ''}` : ''}</p>
      {reading && <Reading onClose={() => { setReading(false); }} />}
    </div>
  );
}

function chosen({ at, keep_nothing: nothing }: Choice): string {
  const date = new Intl.DateTimeFormat(language(), { dateStyle: 'long' }).format(at);
  return t(nothing === true ? 'consentRefused' : 'consentGiven', { date });
}

function Reading({ onClose }: { onClose: () => void }) {
  const [privacy, again] = useAsked(getPrivacy);
  return (
    <Dialog title={t('consentSetting')} onClose={onClose}>
      <Told privacy={privacy} onAgain={again} />
    </Dialog>
  );
}
