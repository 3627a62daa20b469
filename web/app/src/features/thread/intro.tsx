import { Avatar } from '../../components/ui/avatar';
import type { PublicBot } from '../../lib/api/types.gen';
import { t } from '../../lib/language';
import styles from './intro.module.css';

interface Props {
  botname: string;
  bot?: PublicBot | undefined;
  /** lang is the language of the description and the examples. */
  lang: string;
  description: string;
  /** Whether the user's id could be kept in this browser. */
  kept: boolean;
  /** What one may begin with. */
  examples: readonly string[];
  onExample: (text: string) => void;
}

/** Intro is shown before anything was said: what it is for, and what is kept of what is said. */
export function Intro({ botname, bot, lang, description, kept, examples, onExample }: Props) {
  return (
    <div className={styles.intro}>
      <Avatar name={botname} bot={bot} size={84} />
      <h2>{botname}</h2>
      <p lang={lang}>{description}</p>
      <div className={styles.examples}>
        {examples.map((text) => (
          <button key={text} lang={lang} type="button" onClick={() => { onExample(text); }}>
            {text}
          </button>
        ))}
      </div>
      <p className="muted">
        {t(kept ? 'introKept' : 'introNotKept')}
      </p>
    </div>
  );
}
