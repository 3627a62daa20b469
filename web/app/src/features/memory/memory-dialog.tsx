import type { ReactNode } from 'react';
import { Dialog } from '../../components/ui/dialog';
import type { Memory } from '../../lib/api/types.gen';
import type { Commands } from '../../lib/assistant/use-outbox';
import { t } from '../../lib/language';
import { MemoryRow } from './memory-row';
import styles from './memory.module.css';
import { groupsOf } from './model';

interface Props {
  memories: readonly Memory[];
  botname: string;
  commands: Commands;
  onClose: () => void;
  /** What else is set once. */
  children: ReactNode;
}

/** MemoryDialog shows all that is remembered of the user, to be corrected and erased. */
export function MemoryDialog({ memories, botname, commands, onClose, children }: Props) {
  return (
    <Dialog title={t('memoryTitle', { name: botname })} onClose={onClose}>
      {memories.length === 0 && (
        <p className="muted">{t('memoryNone')}</p>
      )}
      {groupsOf(memories).map((group) => (
        <section key={group.kind} className={styles.group} aria-label={group.title}>
          <h3>{group.title}</h3>
          <ul>
            {group.memories.map((memory) => (
              <MemoryRow key={memory.id} memory={memory} commands={commands} />
            ))}
          </ul>
        </section>
      ))}
      {children}
    </Dialog>
  );
}
