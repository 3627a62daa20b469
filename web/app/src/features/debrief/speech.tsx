import type { Debrief, SpeechNumber } from '../../lib/api/debrief';
import { t, type MessageID } from '../../lib/language';
import { rows, show, type Unit } from '../../lib/speech';
import styles from './debrief.module.css';

/** Speech is how the user spoke: each number with what it rests on, and hidden while that is too little. */
export function Speech({ debrief }: { debrief: Debrief }) {
  const { speech } = debrief;
  if (speech === undefined) return null;
  return (
    <section className={styles.section} aria-label={t('speechTitle')}>
      <h3>{t('speechTitle')}</h3>
      <ul className={styles.speech}>
        {rows.map(({ id, unit, name, formula }) => (
          <li key={id}>
            <details>
              <summary>
                <span>{t(name)}</span>
                <Value number={speech[id]} unit={unit} />
              </summary>
              <p className="muted">
                {t(formula)} {t('speechN', { n: speech[id].n, min: speech[id].min_n })}
              </p>
              <Compared number={speech[id]} unit={unit} />
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Value({ number, unit }: { number: SpeechNumber; unit: Unit }) {
  if (number.v === undefined) {
    const why: Readonly<Partial<Record<string, MessageID>>> = { typed: 'hiddenTyped', language: 'hiddenLanguage' };
    return <span className="muted">{t(why[number.hidden ?? ''] ?? 'hiddenFew', { n: number.n, min: number.min_n })}</span>;
  }
  return (
    <span>
      <strong>
        {number.at_least === true && `${t('atLeast')} `}
        {show(number.v, unit)}
      </strong>
      {number.low !== undefined && number.high !== undefined && (
        <span className="muted"> {t('range', { low: show(number.low, unit), high: show(number.high, unit) })}</span>
      )}
    </span>
  );
}

/** Compared sets a number beside the user's calls before and what others were measured at. */
function Compared({ number, unit }: { number: SpeechNumber; unit: Unit }) {
  const { own = [], change, usual } = number;
  return (
    <>
      {own.length > 0 && (
        <p>
          {t('before', { values: own.map((v) => show(v, unit)).join(' · ') })}
          {change !== undefined && ` ${t('changed', { by: signed(change, unit) })}`}
        </p>
      )}
      {usual !== undefined && <p className="muted">{t('usual', { low: show(usual.low, unit), high: show(usual.high, unit) })}</p>}
    </>
  );
}

const signed = (v: number, unit: Unit) => `${v > 0 ? '+' : ''}${show(v, unit)}`;
