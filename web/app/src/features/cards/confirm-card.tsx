import { ActionState } from '../../components/action-state';
import { Button } from '../../components/ui/button';
import type { Confirm } from '../../lib/api/types.gen';
import { actionOn } from '../../lib/assistant/outbox';
import type { Commands } from '../../lib/assistant/use-outbox';
import { t } from '../../lib/language';
import styles from './cards.module.css';

interface Props {
  confirm: Confirm;
  lang: string;
  commands: Commands;
}

/** ConfirmCard asks before something is done; nothing is done without a yes. */
export function ConfirmCard({ confirm, lang, commands }: Props) {
  const action = actionOn(commands.outbox, confirm.id);
  const answer = (yes: boolean) => { commands.send({ type: 'confirm', id: confirm.id, yes }); };
  return (
    <section className={styles.confirm} aria-label={t('cardQuestion')}>
      <p lang={lang}>{confirm.question}</p>
      {action === undefined ? (
        <div className={styles.row}>
          <Button look="main" onClick={() => { answer(true); }}>{t('yes')}</Button>
          <Button onClick={() => { answer(false); }}>{t('no')}</Button>
        </div>
      ) : (
        <ActionState action={action} commands={commands} />
      )}
    </section>
  );
}
