import { Button } from '../../components/ui/button';
import type { Debrief, Moment } from '../../lib/api/debrief';
import { language, t, type MessageID } from '../../lib/language';
import styles from './debrief.module.css';
import { clock, whyWords } from './model';

const kinds: Readonly<Partial<Record<string, MessageID>>> = { worst: 'momentWorst', best: 'momentBest', turning: 'momentTurning' };

interface Props {
  debrief: Debrief;
  onShow: (turn: number) => void;
  onFork: (turn: number) => void;
}

/** Moments are the three exchanges to look at first. */
export function Moments({ debrief, onShow, onFork }: Props) {
  if (debrief.moments === undefined || debrief.moments.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t('momentsTitle')}>
      <h3>{t('momentsTitle')}</h3>
      <ul className={styles.cards}>
        {debrief.moments.map((moment) => (
          <MomentCard key={moment.kind} debrief={debrief} moment={moment} onShow={onShow} onFork={onFork} />
        ))}
      </ul>
    </section>
  );
}

function MomentCard({ debrief, moment, onShow, onFork }: Props & { moment: Moment }) {
  const lang = debrief.scene.language;
  const check = debrief.checks?.find(({ id }) => id === moment.why.check);
  return (
    <li className={styles.card} data-kind={moment.kind}>
      <p className={styles.facts}>
        <strong>{t(kinds[moment.kind] ?? 'momentTurning')}</strong>
        <span>{clock(moment.t)}</span>
        <span>{new Intl.NumberFormat(language(), { signDisplay: 'exceptZero' }).format(moment.change)}</span>
      </p>
      <p>
        <span className="label">{t('you')}</span>
        <q lang={lang}>{moment.words}</q>
      </p>
      <p>
        <span className="label">{debrief.scene.character}</span>
        <q lang={lang}>{moment.theirs}</q>
      </p>
      <p>
        {whyWords(moment.why)} {check !== undefined && <em lang={lang}>{check.text}</em>}
      </p>
      {moment.better !== undefined && (
        <p className={styles.better}>
          <span className="label">{t('better')}</span>
          <span lang={lang}>{moment.better.text}</span>
        </p>
      )}
      <div className={styles.row}>
        <Button look={moment.kind === 'worst' ? 'main' : 'plain'} onClick={() => { onFork(moment.turn); }}>
          {t('again')}
        </Button>
        <Button onClick={() => { onShow(moment.turn); }}>{t('show')}</Button>
      </div>
    </li>
  );
}
