import type { Advice as Sentence, Debrief } from '../../lib/api/debrief';
import { t } from '../../lib/language';
import styles from './debrief.module.css';
import { clock, whyWords } from './model';
import type { Coach } from './use-debrief';

interface Props {
  debrief: Debrief;
  state: Coach;
  onShow: (turn: number) => void;
  onAgain: () => void;
}

/** Advice is one sentence each of what to keep, to start and to stop, signed by who wrote them. */
export function Advice({ debrief, state, onShow, onAgain }: Props) {
  const { coaching } = debrief;
  if (coaching === undefined) return null;
  const rows = [
    { name: t('keep'), sentence: coaching.keep },
    { name: t('start'), sentence: coaching.start },
    { name: t('stop'), sentence: coaching.stop },
  ];
  const byRules = coaching.by === 'rules';
  return (
    <section className={styles.section} aria-label={t('adviceTitle')} aria-busy={state === 'arriving'}>
      <h3>{t('adviceTitle')}</h3>
      <dl className={styles.advice}>
        {rows.map(({ name, sentence }) =>
          sentence === undefined ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Words sentence={sentence} debrief={debrief} onShow={onShow} />
              </dd>
            </div>
          ),
        )}
      </dl>
      <p className="muted">
        {byRules ? t('byRules') : t('byModel', { name: coaching.by })}
        {state === 'arriving' && ` ${t('coachArriving')}`}
      </p>
      {state === 'failed' && (
        <p role="alert">
          {t('coachFailed')}{' '}
          <button type="button" className={styles.link} onClick={onAgain}>
            {t('tryAgain')}
          </button>
        </p>
      )}
    </section>
  );
}

function Words({ sentence, debrief, onShow }: { sentence: Sentence; debrief: Debrief; onShow: (turn: number) => void }) {
  const { turn } = sentence;
  const check = debrief.checks?.find(({ id }) => id === sentence.check);
  return (
    <>
      {sentence.by === 'rules' ? whyWords(sentence) : sentence.text}{' '}
      {sentence.by === 'rules' && check !== undefined && <em lang={debrief.scene.language}>{check.text}</em>}{' '}
      {turn !== undefined && (
        <button type="button" className={styles.link} onClick={() => { onShow(turn); }}>
          {clock(sentence.t ?? 0)}
        </button>
      )}{' '}
      {sentence.quote !== undefined && <q lang={debrief.scene.language}>{sentence.quote}</q>}
    </>
  );
}
