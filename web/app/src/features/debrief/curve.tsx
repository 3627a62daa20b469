import { useEffect, useId, useRef, useState } from 'react';
import { Link } from '../../components/link';
import { pathTo } from '../../lib/address';
import type { Debrief } from '../../lib/api/debrief';
import { t } from '../../lib/language';
import { MaxProgress } from '../../lib/rpc/types.gen';
import styles from './curve.module.css';
import { branchesOf, changeOf, clock, curvesOf, markOf, pathOf } from './model';
import { StepCard } from './step-card';

interface Props {
  debrief: Debrief;
  /** The turn that is looked at; shown counts how often it was asked for elsewhere on the page. */
  turn: number | undefined;
  shown: number;
  onTurn: (turn: number) => void;
  onFork: (turn: number) => void;
}

/** Curve is progress over time, with the scene's stages behind it and the calls that part from this one beside it. */
export function Curve({ debrief, turn, shown, onTurn, onFork }: Props) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (shown > 0) heading.current?.focus();
  }, [shown]);
  const { own, before, others, end } = curvesOf(debrief);
  const offset = debrief.parent?.offset ?? 0;
  const turnOf = (i: number) => debrief.curve[i]?.turns?.[0];
  const at = debrief.curve.findIndex((step) => step.turns?.includes(turn ?? -1));
  const [hovered, setHovered] = useState<number>();
  const open = debrief.curve[hovered ?? at];
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        {t('curveTitle')}
      </h3>
      <div className={styles.chart}>
        <Axis />
        <div className={styles.plot}>
          {(debrief.stages ?? []).map((stage) => (
            <div
              key={stage.id}
              className={styles.stage}
              style={{ bottom: `${(Math.max(0, stage.from - 1) / MaxProgress) * 100}%`, height: `${((stage.to - Math.max(0, stage.from - 1)) / MaxProgress) * 100}%` }}
            >
              <span lang={debrief.scene.language}>{stage.label}</span>
            </div>
          ))}
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {others.map(({ call, line }) => (
              <path key={call} className={styles.other} d={pathOf(line, end)} />
            ))}
            {before.length > 0 && <path className={styles.before} d={pathOf(before, end)} />}
            <path className={styles.own} d={pathOf(own, end)} />
          </svg>
          <ol className={styles.steps}>
            {debrief.curve.map((step, i) => (
              <li key={step.exchange} style={{ left: `${((step.t + offset) / end) * 100}%`, bottom: `${(step.to / MaxProgress) * 100}%` }}>
                <button
                  type="button"
                  data-change={Math.sign(step.to - step.from)}
                  aria-pressed={i === at}
                  aria-label={t('stepLabel', { at: clock(step.t), change: changeOf(step), to: step.to })}
                  onMouseEnter={() => { setHovered(i); }}
                  onMouseLeave={() => { setHovered(undefined); }}
                  onClick={() => {
                    const first = turnOf(i);
                    if (first !== undefined) onTurn(first);
                  }}
                >
                  <span aria-hidden="true">{markOf(step)}</span>
                </button>
              </li>
            ))}
          </ol>
        </div>
        <div className={styles.times} aria-hidden="true">
          <span>0:00</span>
          <span>{clock(end / 2)}</span>
          <span>{clock(end)}</span>
        </div>
      </div>
      <Branches debrief={debrief} />
      {open === undefined ? <p className="muted">{t('curveHelp')}</p> : <StepCard debrief={debrief} step={open} onFork={onFork} />}
    </section>
  );
}

function Axis() {
  return (
    <div className={styles.axis} aria-hidden="true">
      <span>10</span>
      <span>5</span>
      <span>0</span>
    </div>
  );
}

/** Branches lead to the calls whose curves stand beside this one. */
function Branches({ debrief }: { debrief: Debrief }) {
  const branches = branchesOf(debrief);
  if (branches.length === 0) return null;
  return (
    <ul className={styles.legend}>
      <li data-line="own">{t('legendOwn', { n: debrief.progress })}</li>
      {branches.map((branch) => (
        <li key={branch.call} data-line="other">
          <Link href={pathTo('debrief', branch.call)}>
            {branch.call === debrief.parent?.call
              ? t('legendParent', { n: branch.progress, at: clock(branch.t) })
              : t('legendFork', { n: branch.progress, at: clock(branch.t) })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
