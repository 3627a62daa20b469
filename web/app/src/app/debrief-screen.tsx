import { useState } from 'react';
import { Link } from '../components/link';
import { Notice } from '../components/ui/notice';
import { Button } from '../components/ui/button';
import { Advice } from '../features/debrief/advice';
import { Checks, Keys } from '../features/debrief/checks';
import { Curve } from '../features/debrief/curve';
import { DeleteCall } from '../features/debrief/delete-call';
import styles from '../features/debrief/debrief.module.css';
import { Moments } from '../features/debrief/moments';
import { Next } from '../features/debrief/next';
import { Outcome } from '../features/debrief/outcome';
import { Record } from '../features/debrief/record';
import { Speech } from '../features/debrief/speech';
import { useDebrief, type Coach } from '../features/debrief/use-debrief';
import { pathTo } from '../lib/address';
import type { Debrief } from '../lib/api/debrief';
import { language, t } from '../lib/language';
import { navigate, useArrival } from '../lib/navigation';
import { keepReceipt, receiptOf } from '../lib/receipts';
import type { ScreenProps } from './screens';
import { useTitle } from '../components/use-title';

/** Screen is what a call is told by when it is over. */
export function Screen({ address, scenarios, onCall }: ScreenProps) {
  const [state, again] = useDebrief(address.id);
  useTitle(t('debriefTitle'));
  switch (state.state) {
    case 'loading':
      return <p role="status">{t('arriving')}</p>;
    case 'failed':
      return (
        <Notice>
          {t('debriefFailed', { reason: state.reason })} <Button onClick={again}>{t('tryAgain')}</Button>
        </Notice>
      );
    case 'none':
      return <Gone call={address.id} />;
    case 'there':
      return (
        <Whole
          debrief={state.debrief}
          coach={state.coach}
          at={Number(address.search.get('t') ?? Number.NaN)}
          {...{ scenarios, onCall }}
          onAgain={again}
        />
      );
  }
}

/** Gone says that there is no such call, and of one that was deleted here when that was. */
function Gone({ call }: { call: string }) {
  const heading = useArrival(call);
  const receipt = receiptOf(localStorage, call);
  return (
    <section className={styles.outcome}>
      <h2 ref={heading} tabIndex={-1}>{t('noDebrief')}</h2>
      <p>
        {receipt === undefined
          ? t('noDebriefHelp')
          : t('deletedOn', {
              date: new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(Date.parse(receipt.at)),
              id: receipt.id, events: receipt.events, bytes: new Intl.NumberFormat(language()).format(receipt.bytes),
            })}
      </p>
      <p className={styles.row}>
        <Link href="/">{t('toGallery')}</Link>
        <Link href={pathTo('history')}>{t('history')}</Link>
      </p>
    </section>
  );
}

interface WholeProps extends Pick<ScreenProps, 'scenarios' | 'onCall'> {
  debrief: Debrief;
  coach: Coach;
  /** at is the moment of the address, in seconds. */
  at: number;
  onAgain: () => void;
}

function Whole({ debrief, coach, at, scenarios, onCall, onAgain }: WholeProps) {
  const [turn, setTurn] = useState(() => turnAt(debrief, at) ?? debrief.fork_default);
  const [shown, setShown] = useState(0);
  const show = (which: number) => {
    setTurn(which);
    setShown((n) => n + 1);
  };
  const scene = scenarios.state === 'loaded' ? scenarios.list.find(({ id }) => id === debrief.scene.id) : undefined;
  const fork = (from: number, drill = false) => {
    if (scene !== undefined) onCall({ scenario: scene.id, from: { call: debrief.call, turn: from }, drill }, scene);
  };
  return (
    <div className={styles.debrief}>
      <Outcome debrief={debrief} />
      {debrief.not_kept === true && <Notice>{t('notKept')}</Notice>}
      {debrief.state === 'too_short' && <Notice>{t('tooShort')}</Notice>}
      {debrief.typed === true && <Notice>{t('typedCall')}</Notice>}
      {debrief.stages === undefined && debrief.checks === undefined && <Notice>{t('sceneGone')}</Notice>}
      {debrief.curve.length > 0 && <Curve debrief={debrief} turn={turn} shown={shown} onTurn={setTurn} onFork={fork} />}
      <Keys debrief={debrief} onShow={show} />
      <Moments debrief={debrief} onShow={show} onFork={fork} />
      <Checks debrief={debrief} skills={scenarios.state === 'loaded' ? scenarios.skills : []} onShow={show} />
      <Advice debrief={debrief} state={coach} onShow={show} onAgain={onAgain} />
      <Speech debrief={debrief} />
      <Record debrief={debrief} turn={turn} onTurn={setTurn} onFork={fork} onCorrected={onAgain} />
      <Next debrief={debrief} onFork={fork} />
      <div className={styles.foot}>
        <DeleteCall
          call={debrief.call}
          forks={debrief.forks?.length ?? 0}
          onGone={(receipt) => {
            keepReceipt(localStorage, receipt);
            navigate(pathTo('history'));
          }}
        />
      </div>
    </div>
  );
}

/** turnAt is the user's turn at a moment of the call, or the last one before. */
function turnAt(debrief: Debrief, at: number): number | undefined {
  return debrief.transcript.findLast((line) => line.who === 'user' && line.inherited !== true && line.t <= at)?.turn;
}
