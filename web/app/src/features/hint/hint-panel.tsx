import { useReducer } from 'react';
import { Button } from '../../components/ui/button';
import { Icon } from '../../components/ui/icon';
import { useShortcut } from '../../components/use-shortcut';
import { AgentError, type Agent } from '../../lib/livekit/agent';
import type { Hint } from '../../lib/rpc/types.gen';
import styles from './hint.module.css';
import { hintsReducer, hintsSoFar, remainingWords } from './model';

/** HintPanel asks the agent for graded help and keeps the newest in sight. */
export function HintPanel({ agent, given = [] }: { agent: Pick<Agent, 'hint'>; given?: readonly Hint[] }) {
  const [hints, dispatch] = useReducer(hintsReducer, given, hintsSoFar);
  const idle = !hints.asking && !hints.exhausted;
  const ask = async () => {
    if (!idle) return;
    dispatch({ kind: 'ask' });
    try {
      dispatch({ kind: 'got', hint: await agent.hint() });
    } catch (error) {
      const known = error instanceof AgentError;
      dispatch({ kind: 'failed', reason: known ? error.message : 'No hint came.', exhausted: known && error.noHints });
    }
  };
  useShortcut('h', () => void ask());
  const newest = hints.given.at(-1);
  const left = remainingWords(hints);
  return (
    <section className={styles.panel} aria-label="Hints">
      <Button onClick={() => void ask()} disabled={!idle} icon={<Icon name="hint" />} hotkey="H">
        {hints.asking ? 'Asking…' : 'Hint'}
        {left !== '' && <span className={styles.left}> · {left}</span>}
      </Button>
      <div role="status">
        {newest !== undefined && (
          <p className={styles.hint} key={newest.level}>
            <span className="label">Hint {newest.level}</span>
            {newest.text}
          </p>
        )}
        {hints.fault !== '' && <p className="muted">{hints.fault}</p>}
      </div>
    </section>
  );
}
