import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../components/ui/button';
import { Notice } from '../components/ui/notice';
import type { Resume } from '../features/session/place-call';
import { useHeld } from '../features/session/use-held';
import { pathTo } from '../lib/address';
import type { CallRequest, Public } from '../lib/api/types.gen';
import { dropCall } from '../lib/held';
import { t } from '../lib/language';
import { navigate } from '../lib/navigation';
import { CallScreen } from './call-screen';
import { Offer } from './offer';
import type { ScreenProps } from './screens';

/** clock is a time as minutes and seconds: 1:42. */
const clock = (ms: number): string => {
  const s = Math.ceil(ms / 1000);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
};

/** Screen is the address of a call that this page does not hold: it can be gone on with for a while, or taken from another tab. */
export function Screen({ address, scenarios, settings, onRetry }: ScreenProps) {
  const held = useHeld(address.id);
  const [going, setGoing] = useState<{ resume: Resume; request: CallRequest; scenario: Public }>();
  const over = held === undefined && going === undefined;
  useEffect(() => {
    if (over) navigate(address.id === 'new' ? '/' : pathTo('debrief', address.id), { replace: true });
  }, [over, address.id]);
  if (going !== undefined) {
    return <CallScreen {...going} settings={settings} onBack={() => { navigate(pathTo('brief', going.scenario.id)); }} />;
  }
  if (held !== undefined && scenarios.state === 'failed') {
    return (
      <Notice>
        {scenarios.reason} <Button onClick={onRetry}>{t('tryAgain')}</Button>
      </Notice>
    );
  }
  const scenario = scenarios.state === 'loaded' ? scenarios.list.find((one) => one.id === held?.scenario) : undefined;
  if (held === undefined || scenario === undefined) return <p role="status" className="muted">{t('opening')}</p>;
  const name = scenario.botname;
  const go = () => {
    const request: CallRequest = { scenario: scenario.id, ...(held.typed && { mode: 'text' as const }) };
    // Drawn inside the click, as a new call is: see App.
    flushSync(() => { setGoing({ resume: { call: held.call, ticket: held.ticket }, request, scenario }); });
  };
  return held.open ? (
    <Offer
      title={t('openElsewhere')}
      note={t('openElsewhereNote', { name })}
      go={t('takeHere')}
      onGo={go}
      stop={t('allScenes')}
      onStop={() => { navigate('/'); }}
    />
  ) : (
    <Offer
      title={t('goOnWith', { name })}
      note={t('goOnNote')}
      until={t('leftToGoOn', { time: clock(held.leftMS) })}
      go={t('goOn')}
      onGo={go}
      stop={t('leaveIt')}
      onStop={() => {
        dropCall(localStorage);
        navigate('/');
      }}
    />
  );
}
