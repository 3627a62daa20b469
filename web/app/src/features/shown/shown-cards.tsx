import { useState } from 'react';
import { Button } from '../../components/ui/button';
import { t } from '../../lib/language';
import { boxOf, questionOf, type Choice, type Shown } from './model';
import styles from './shown.module.css';

interface Props {
  shown: Shown;
  disabled: boolean;
  /** language is the character's. */
  language: string;
  /** say says words for the user; it fails where the character cannot be told. */
  say: (text: string) => Promise<void>;
}

/** newest is how many cards are drawn at once. */
const newest = 2;

/**
 * ShownCards is what the character shows in a call beside its words: cards whose buttons
 * say something for the user, and a question that waits for a yes or no, which may as well
 * be said.
 */
export function ShownCards({ shown, disabled, language, say }: Props) {
  const [saying, setSaying] = useState(false);
  const [fault, setFault] = useState(false);
  const question = questionOf(shown);
  const cards = shown.filter((card) => card.kind !== 'confirm').slice(-newest);
  if (question === undefined && cards.length === 0) return null;
  const press = (words: string) => {
    setSaying(true);
    setFault(false);
    say(words).catch(() => { setFault(true); }).finally(() => { setSaying(false); });
  };
  const off = disabled || saying;
  return (
    <div className={styles.shown}>
      {cards.map((card) => {
        const box = boxOf(card);
        return (
          <section key={card.id} className={styles.card} lang={language} aria-label={box.title === '' ? t('shownChoices') : box.title}>
            {box.title !== '' && <h3>{box.title}</h3>}
            {box.subtitle !== '' && <p className={styles.subtitle}>{box.subtitle}</p>}
            {box.text !== '' && <p className={styles.text}>{box.text}</p>}
            {box.choices.length > 0 && (
              <div className={styles.row}>{box.choices.map((choice) => <Pick key={choice.label} choice={choice} off={off} press={press} />)}</div>
            )}
          </section>
        );
      })}
      {question !== undefined && (
        <section className={styles.question} aria-label={t('shownQuestion')}>
          <p lang={language}>{question.text}</p>
          <div className={styles.row}>
            <Button look="main" disabled={off} onClick={() => { press('Yes.'); }}>{t('shownYes')}</Button>
            <Button disabled={off} onClick={() => { press('No.'); }}>{t('shownNo')}</Button>
          </div>
        </section>
      )}
      {fault && <p role="alert" className={styles.fault}>{t('shownFault')}</p>}
    </div>
  );
}

function Pick({ choice, off, press }: { choice: Choice; off: boolean; press: (words: string) => void }) {
  if (choice.url !== undefined) return <a href={choice.url} target="_blank" rel="noopener noreferrer">{choice.label}</a>;
  return <Button disabled={off} onClick={() => { press(choice.label); }}>{choice.label}</Button>;
}
