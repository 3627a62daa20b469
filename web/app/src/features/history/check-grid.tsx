import { useState } from 'react';
import { Button } from '../../components/ui/button';
import type { Attempt, CheckProgress, Progress } from '../../lib/api/calls.gen';
import { t } from '../../lib/language';
import { MaxProgress } from '../../lib/rpc/types.gen';
import { checkText } from './model';
import styles from './progress.module.css';

/** wide is how many attempts stand beside each other: as many as 320 px have room for. */
const wide = 8;

/** CheckGrid tells of each check which attempts met it: the newest, and page by page those before. */
export function CheckGrid({ progress, lang }: { progress: Progress; lang: string | undefined }) {
  const { attempts, checks } = progress;
  const [back, setBack] = useState(0);
  if (checks.length === 0) return null;
  const end = attempts.length - back;
  const shown = attempts.slice(Math.max(0, end - wide), end);
  const more = end > wide;
  return (
    <div className={styles.part}>
      <h5 id={`checks-${progress.scene}`}>{t('checkGrid')}</h5>
      <table className={styles.grid} aria-labelledby={`checks-${progress.scene}`}>
        <thead>
          <tr>
            <th scope="col"><span className="hidden">{t('checkColumn')}</span></th>
            {shown.map(({ number }) => (
              <th key={number} scope="col">
                <span className="hidden">{t('attemptNumber', { n: number })}</span>
                <span aria-hidden="true">{number}</span>
              </th>
            ))}
            <th scope="col">{t('checkTotal')}</th>
          </tr>
        </thead>
        <tbody>
          {checks.map((check) => (
            <CheckRow key={check.id} check={check} shown={shown} of={attempts.length} lang={lang} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('checkProgress', { of: MaxProgress })}</th>
            {shown.map(({ number, summary }) => <td key={number}>{summary.progress}</td>)}
            <td />
          </tr>
        </tfoot>
      </table>
      {attempts.length > wide && (
        <div className={styles.pager}>
          <Button disabled={!more} onClick={() => { setBack(back + wide); }}>{t('attemptsEarlier')}</Button>
          <Button disabled={back === 0} onClick={() => { setBack(back - wide); }}>{t('attemptsLater')}</Button>
          <span role="status" className="muted">
            {t('attemptsShown', { from: shown[0]?.number ?? 0, to: shown.at(-1)?.number ?? 0, of: attempts.length })}
          </span>
        </div>
      )}
    </div>
  );
}

function CheckRow({ check, shown, of, lang }: { check: CheckProgress; shown: readonly Attempt[]; of: number; lang: string | undefined }) {
  return (
    <tr>
      <th scope="row">
        <span lang={check.text === undefined ? undefined : lang}>{checkText(check)}</span>
        {check.required === true && <span className="muted">{t('checkRequired')}</span>}
      </th>
      {shown.map(({ number }) => {
        const met = check.met.includes(number);
        return (
          <td key={number} data-met={met}>
            <span aria-hidden="true">{met ? '✓' : '–'}</span>
            <span className="hidden">{t(met ? 'checkMet' : 'checkMissed')}</span>
          </td>
        );
      })}
      <td>{check.met.length === 0 ? t('checkNeverMet') : t('checkMetIn', { met: check.met.length, of })}</td>
    </tr>
  );
}
