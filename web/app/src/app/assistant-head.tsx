import { Avatar } from '../components/ui/avatar';
import { Button } from '../components/ui/button';
import { CallIcon } from '../components/ui/call-icon';
import { GlyphButton } from '../components/ui/glyph-button';
import type { PublicBot } from '../lib/api/types.gen';
import { t } from '../lib/language';
import { useArrival } from '../lib/navigation';
import styles from './assistant.module.css';
import type { Talk } from './use-talk';

/** What a narrow page shows. */
export type Pane = 'chat' | 'tasks';

interface Props {
  botname: string;
  bot: PublicBot;
  title: string;
  /** lang is the title's language. */
  lang: string;
  /** How many tasks are open, and how many reminders are due. */
  open: number;
  due: number;
  pane: Pane;
  onPane: (pane: Pane) => void;
  talk: Talk;
  /** Says that no call can be held here, if none can. */
  cannotTalk: string | undefined;
  onMemory: () => void;
  onBack: () => void;
}

/** AssistantHead says who this is, and calls them. */
export function AssistantHead({ botname, bot, title, lang, open, due, pane, onPane, talk, cannotTalk, onMemory, onBack }: Props) {
  const heading = useArrival('assistant');
  return (
    <header className={styles.head}>
      <GlyphButton glyph="back" label={t('allScenes')} onClick={onBack} />
      <Avatar name={botname} bot={bot} size={44} />
      <div className={styles.who}>
        <h2 ref={heading} tabIndex={-1}>{botname}</h2>
        <p className="muted" lang={lang}>{title}</p>
      </div>
      <div className={styles.headButtons}>
        <Button onClick={onMemory}>{t('deskMemory')}</Button>
        {!talk.calling && (
          <Button look="main" icon={<CallIcon />} disabled={cannotTalk !== undefined} onClick={talk.start}>
            {t('deskTalk')}
          </Button>
        )}
      </div>
      {cannotTalk !== undefined && <p className={styles.cannot} role="note">{cannotTalk}</p>}
      <div className={styles.panes} role="group" aria-label={t('deskShow')}>
        <button type="button" aria-pressed={pane === 'chat'} onClick={() => { onPane('chat'); }}>
          {t(talk.calling ? 'deskChatCalling' : 'deskChat')} {due > 0 && <span className={styles.badge}>{due}</span>}
        </button>
        <button type="button" aria-pressed={pane === 'tasks'} onClick={() => { onPane('tasks'); }}>
          {t('tasks')} <span className={styles.badge}>{open}</span>
        </button>
      </div>
    </header>
  );
}
