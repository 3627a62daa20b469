import { useId, useState } from 'react';
import { Button } from '../../components/ui/button';
import { Notice } from '../../components/ui/notice';
import { useAsked } from '../../components/use-asked';
import type { SceneProgress } from '../../lib/api/calls.gen';
import { getProgress } from '../../lib/api/mine';
import type { Public, Skill } from '../../lib/api/types.gen';
import { t } from '../../lib/language';
import { MaxProgress } from '../../lib/rpc/types.gen';
import { Attempts } from './attempts';
import { CheckGrid } from './check-grid';
import { NextPractice } from './next-practice';
import styles from './progress.module.css';
import { Trends } from './trends';

interface Props {
  of: SceneProgress;
  /** scene is undefined where it is gone. */
  scene: Public | undefined;
  skills: readonly Skill[];
  /** first is whether the card is open from the start. */
  first: boolean;
}

/** SceneCard is the user's progress in one scene: the scores, and once it is opened all that they rest on. */
export function SceneCard({ of, scene, skills, first }: Props) {
  const [open, setOpen] = useState(first);
  const body = useId();
  const lang = scene?.language;
  return (
    <article className={styles.card}>
      <h4>
        <button type="button" aria-expanded={open} aria-controls={body} onClick={() => { setOpen(!open); }}>
          <span lang={lang}>{scene?.title ?? of.scene}</span>
        </button>
      </h4>
      <dl className={styles.scores}>
        <div><dt>{t('attempts')}</dt><dd>{of.attempts}</dd></div>
        {(of.attempts === 1 ? (['last'] as const) : (['first', 'last', 'best'] as const)).map((which) => (
          <div key={which}>
            <dt>{t(of.attempts === 1 ? 'scoreOnly' : scores[which])}</dt>
            <dd>{of[which]}<small>/{MaxProgress}</small></dd>
          </div>
        ))}
      </dl>
      <div id={body} className={styles.body} hidden={!open}>
        {open && <Detail id={of.scene} lang={lang} skills={skills} />}
      </div>
    </article>
  );
}

const scores = { first: 'scoreFirst', last: 'scoreLast', best: 'scoreBest' } as const;

function Detail({ id, lang, skills }: { id: string; lang: string | undefined; skills: readonly Skill[] }) {
  const [asked, again] = useAsked((signal) => getProgress(id, signal), id);
  switch (asked.state) {
    case 'loading':
      return <p role="status">{t('progressLoading')}</p>;
    case 'failed':
      return (
        <Notice>
          {t('progressFailed', { reason: asked.reason })} <Button onClick={again}>{t('tryAgain')}</Button>
        </Notice>
      );
    case 'there':
      return (
        <>
          <NextPractice progress={asked.it} lang={lang} skills={skills} />
          <Attempts progress={asked.it} />
          <CheckGrid progress={asked.it} lang={lang} />
          <Trends attempts={asked.it.attempts} />
        </>
      );
  }
}
