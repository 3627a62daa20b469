import { Button } from '../../components/ui/button';
import { Notice } from '../../components/ui/notice';
import type { Asked } from '../../components/use-asked';
import type { EnginePlace, Privacy } from '../../lib/api/types.gen';
import { engineName } from '../../lib/engines';
import { t, type MessageID } from '../../lib/language';
import styles from './consent.module.css';

const roles: Readonly<Partial<Record<string, MessageID>>> = {
  stt: 'roleHearing', llm: 'roleCharacter', tts: 'roleVoice', checker: 'roleJudge',
};

const engineLine = ({ role, engine, host }: EnginePlace) => {
  const id = roles[role];
  const told = { role: id === undefined ? role : t(id), engine: engineName(engine) };
  return host === undefined ? t('engineHere', told) : t('engineThere', { ...told, host });
};

interface Props {
  privacy: Asked<Privacy>;
  onAgain: () => void;
}

/** Told is who hears what the user says, what is kept of it, for how long, and who can see it. */
export function Told({ privacy, onAgain }: Props) {
  if (privacy.state === 'loading') return <p role="status">{t('consentLoading')}</p>;
  if (privacy.state === 'failed') {
    return (
      <Notice>
        {t('consentFailed', { reason: privacy.reason })} <Button onClick={onAgain}>{t('tryAgain')}</Button>
      </Notice>
    );
  }
  const { engines, keep_days: days } = privacy.it;
  return (
    <dl className={styles.told}>
      <dt>{t('consentWho')}</dt>
      <dd>{t('consentSoftware')}</dd>
      <dt>{t('consentWords')}</dt>
      <dd>
        {engines.length === 0 ? t('consentNotTold') : (
          <ul>
            {engines.map((place) => <li key={`${place.role} ${place.engine} ${place.host ?? ''}`}>{engineLine(place)}</li>)}
          </ul>
        )}
      </dd>
      <dt>{t('consentSound')}</dt>
      <dd>{t('consentNoSound')}</dd>
      <dt>{t('consentKept')}</dt>
      <dd>{t('consentKeptFor', { days })}</dd>
      <dt>{t('consentSeen')}</dt>
      <dd>{t('consentOnlyYou')}</dd>
    </dl>
  );
}
