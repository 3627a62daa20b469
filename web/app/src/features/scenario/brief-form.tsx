import { useState, type ReactNode } from 'react';
import { Link } from '../../components/link';
import { Button } from '../../components/ui/button';
import { CallIcon } from '../../components/ui/call-icon';
import type { CallRequest, Public, Skill } from '../../lib/api/types.gen';
import { t } from '../../lib/language';
import { useArrival } from '../../lib/navigation';
import { Brief } from './briefing';
import { CallerForm } from './caller-form';
import { blockedWord, obstacleWord, storeCaller, storedCaller } from './model';
import styles from './scenario.module.css';

interface Props {
  scenario: Public;
  skills: readonly Skill[];
  /** opened is the id of the scene whose brief the user went to, else empty. */
  opened: string;
  onLikely: () => void;
  onCall: (request: CallRequest, scenario: Public) => void;
  children: ReactNode;
}

/** BriefForm is the brief of a scene with what calls its character: on a narrow page a bar at its end, always in view. */
export function BriefForm({ scenario, skills, opened, onLikely, onCall, children }: Props) {
  const [caller, setCaller] = useState(() => storedCaller(localStorage));
  const heading = useArrival(opened);
  const blocked = scenario.unplayable;
  const obstacle = obstacleWord();
  const call = () => {
    storeCaller(localStorage, caller);
    onCall({ scenario: scenario.id, ...caller, ...(blocked && { mode: 'text' as const }) }, scenario);
  };
  return (
    <form className={styles.side} onSubmit={(e) => { e.preventDefault(); call(); }} onPointerEnter={onLikely} onFocus={onLikely}>
      <Link href="/" className={styles.back}>{t('allScenes')}</Link>
      <h2 ref={heading} tabIndex={-1} lang={scenario.language}>{scenario.title}</h2>
      <Brief scenario={scenario} skills={skills} />
      <CallerForm caller={caller} botname={scenario.botname} onChange={setCaller} />
      {blocked && <p role="note">{t(blockedWord(blocked))}</p>}
      {obstacle && <p role="note">{t(obstacle)}</p>}
      <div className={styles.callBar}>
        <Button type="submit" look="main" icon={<CallIcon />} disabled={blocked?.text_way === false}>
          {t(blocked?.text_way ? 'typeWith' : 'call', { name: scenario.botname })}
        </Button>
      </div>
      {children}
      {!blocked && !obstacle && <p className="muted">{t('micNote')}</p>}
    </form>
  );
}
