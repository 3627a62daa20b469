import type { Check, Debrief, Key } from '../../lib/api/debrief';
import type { Skill } from '../../lib/api/types.gen';
import { language, t } from '../../lib/language';
import styles from './debrief.module.css';
import { clock } from './model';

interface Props {
  debrief: Debrief;
  onShow: (turn: number) => void;
}

/** Keys are what the character waited for and the user could not know: told now that the call is over. */
export function Keys({ debrief, onShow }: Props) {
  const hidden = (debrief.keys ?? []).filter((key) => key.hidden === true);
  if (hidden.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t('keysTitle')}>
      <h3>{t('keysTitle')}</h3>
      <p className="muted">{t('keysNote', { name: debrief.scene.character ?? '' })}</p>
      <ul className={styles.list}>
        {hidden.map((key) => (
          <KeyRow key={key.check} item={key} debrief={debrief} onShow={onShow} />
        ))}
      </ul>
    </section>
  );
}

function KeyRow({ item, debrief, onShow }: Props & { item: Key }) {
  return (
    <li data-met={item.met}>
      <span aria-hidden="true">{item.met ? '✓' : '·'}</span>
      <div>
        <span lang={debrief.scene.language}>{item.text}</span>
        <Found item={item} debrief={debrief} onShow={onShow} never={t('keyNever')} />
        {item.earlier !== undefined && item.earlier.length > 0 && (
          <p className="muted">{t('keyEarlier', { at: item.earlier.map((one) => clock(one.t)).join(', ') })}</p>
        )}
      </div>
    </li>
  );
}

/** Found says when a check was met and by which words. */
function Found({ item, debrief, onShow, never }: Props & { item: Check | Key; never: string }) {
  const turn = item.turn;
  if (!item.met) return <p className="muted">{never}</p>;
  return (
    <p className="muted">
      {turn !== undefined && (
        <button type="button" className={styles.link} onClick={() => { onShow(turn); }}>
          {clock(item.t ?? 0)}
        </button>
      )}{' '}
      {item.quote !== undefined && <q lang={debrief.scene.language}>{item.quote}</q>}
    </p>
  );
}

/** Checks are the rubric by skill: how many of each count, with their weights, and the words that met them. */
export function Checks({ debrief, skills, onShow }: Props & { skills: readonly Skill[] }) {
  const { score, checks = [] } = debrief;
  if (score === undefined) return null;
  const percent = new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 });
  const nameOf = (id: string) => skills.find((skill) => skill.id === id)?.names[language()] ?? id;
  return (
    <section className={styles.section} aria-label={t('checksTitle')}>
      <h3>{t('checksTitle')}</h3>
      <p>{t('score', { got: score.got, of: score.of, percent: percent.format(score.of === 0 ? 0 : score.got / score.of) })}</p>
      {[...new Set(checks.map((check) => check.skill ?? ''))].map((skill) => {
        const [got, of] = score.by_skill?.[skill] ?? [0, 0];
        return (
          <div key={skill} className={styles.skill}>
            <h4>
              {nameOf(skill)} <span className="muted">{t('ofAll', { got, of })}</span>
            </h4>
            <ul className={styles.list}>
              {checks
                .filter((check) => (check.skill ?? '') === skill)
                .map((check) => (
                  <li key={check.id} data-met={check.met}>
                    <span aria-hidden="true">{check.met ? '✓' : '·'}</span>
                    <div>
                      <span lang={debrief.scene.language}>{check.text}</span>{' '}
                      <span className="muted">{t('weight', { n: check.weight })}</span>
                      <Found item={check} debrief={debrief} onShow={onShow} never={t('checkNever')} />
                    </div>
                  </li>
                ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}
