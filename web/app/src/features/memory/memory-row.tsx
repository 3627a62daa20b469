import { useState } from 'react';
import { ActionState } from '../../components/action-state';
import { Button } from '../../components/ui/button';
import { GlyphButton } from '../../components/ui/glyph-button';
import { MaxMemory, type Memory } from '../../lib/api/types.gen';
import { actionOn } from '../../lib/assistant/outbox';
import type { Commands } from '../../lib/assistant/use-outbox';
import { t } from '../../lib/language';
import styles from './memory.module.css';
import { nameWords, sourceWords } from './model';

/** undoMS is how long an erasure can be taken back: it is sent after that. */
const undoMS = 5000;

interface Props {
  memory: Memory;
  commands: Commands;
}

/** MemoryRow is one thing that is remembered. */
export function MemoryRow({ memory, commands }: Props) {
  const [editing, setEditing] = useState<string>();
  const action = actionOn(commands.outbox, memory.id);
  const held = action?.phase === 'held';
  const busy = action !== undefined && action.phase !== 'failed';
  if (editing !== undefined) {
    const text = editing.trim();
    return (
      <li className={styles.row}>
        <form
          className={styles.edit}
          onSubmit={(e) => {
            e.preventDefault();
            if (text === '') return;
            if (text !== memory.text) commands.send({ type: 'memory.correct', id: memory.id, text });
            setEditing(undefined);
          }}
        >
          <input
            type="text"
            aria-label={t('memoryTrue')}
            autoFocus
            maxLength={MaxMemory}
            value={editing}
            onChange={(e) => { setEditing(e.target.value); }}
            onKeyDown={(e) => {
              if (e.key !== 'Escape') return;
              e.preventDefault(); // which would close the dialog
              setEditing(undefined);
            }}
          />
          <Button type="submit" look="main" disabled={text === ''}>{t('deskSave')}</Button>
        </form>
      </li>
    );
  }
  const name = nameWords(memory);
  return (
    <li className={styles.row} data-held={held}>
      <span className={styles.words}>
        {name !== '' && <span className="label">{name}</span>}
        <span className={styles.text}>{memory.text}</span>
        <span className={styles.source} data-source={memory.source}>{held ? t('memoryHeld') : sourceWords(memory)}</span>
        <ActionState action={action} commands={commands} />
      </span>
      <GlyphButton glyph="edit" label={t('memoryCorrect', { text: memory.text })} disabled={busy} onClick={() => { setEditing(memory.text); }} />
      {held ? (
        <GlyphButton glyph="undo" label={t('memoryKeep', { text: memory.text })} onClick={() => { commands.drop(action); }} />
      ) : (
        <GlyphButton
          glyph="bin"
          label={t('memoryErase', { text: memory.text })}
          disabled={busy}
          onClick={() => { commands.send({ type: 'memory.erase', id: memory.id }, undoMS); }}
        />
      )}
    </li>
  );
}
