import { useReducer, useState } from 'react';
import { Button } from '../../components/ui/button';
import { Icon } from '../../components/ui/icon';
import { useFollow } from '../../components/use-follow';
import { useShortcut } from '../../components/use-shortcut';
import { t } from '../../lib/language';
import { AgentError, type Agent } from '../../lib/livekit/agent';
import type { Hint } from '../../lib/rpc/types.gen';
import styles from './hint.module.css';
import { hintsReducer, hintsSoFar, remainingWords } from './model';

interface Props {
  agent: Pick<Agent, 'hint'>;
  given?: readonly Hint[];
  /** language is that of the hints. */
  language: string;
}

/** HintPanel asks the agent for help and lists all that was given, the newest last and in sight. */
export function HintPanel({ agent, given = [], language }: Props) {
  const [hints, dispatch] = useReducer(hintsReducer, given, hintsSoFar);
  const [folded, setFolded] = useState(0); // at how many hints the list was folded: a new one opens it
  const { box, onScroll } = useFollow<HTMLOListElement>(hints.given, hints.given.length);
  const count = hints.given.length;
  const idle = !hints.asking && !hints.exhausted;
  const ask = async () => {
    if (!idle) return;
    dispatch({ kind: 'ask' });
    try {
      dispatch({ kind: 'got', hint: await agent.hint() });
    } catch (error) {
      dispatch({ kind: 'failed', reason: !(error instanceof AgentError) ? t('hintFailed') : error.noHints ? t('hintNone') : error.message });
    }
  };
  useShortcut('h', () => void ask());
  const left = remainingWords(hints);
  return (
    <section className={styles.panel} aria-label={t('hintsGroup')}>
      <div>
        <Button onClick={() => void ask()} disabled={!idle} icon={<Icon name="hint" />} hotkey="H">
          {hints.asking ? t('asking') : t('hint')}
          {left !== '' && <span className={styles.left}> · {left}</span>}
        </Button>
      </div>
      <div role="status" className={styles.given}>
        {count > 0 && (
          <details open={folded !== count} onToggle={(e) => { setFolded(e.currentTarget.open ? 0 : count); }}>
            <summary>{t('hintsGiven', { n: count })}</summary>
            <ol ref={box} onScroll={onScroll} className={styles.list} tabIndex={0}>
              {hints.given.map((hint, i) => (
                <li className={styles.hint} key={i} data-newest={i === count - 1}>
                  <span className="label">{t('hintNumber', { n: i + 1 })}</span>
                  <span lang={language}>{hint.text}</span>
                </li>
              ))}
            </ol>
          </details>
        )}
        {hints.fault !== '' && <p className="muted">{hints.fault}</p>}
      </div>
    </section>
  );
}
