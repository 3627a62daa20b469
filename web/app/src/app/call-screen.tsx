import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Consent } from '../features/consent/consent';
import { Connecting } from '../features/session/connecting';
import { EndCard } from '../features/session/end-card';
import { useCall } from '../features/session/use-call';
import type { Resume } from '../features/session/place-call';
import { usePatience } from '../features/session/use-patience';
import type { SettingsState } from '../features/settings/use-settings';
import { Captions } from '../features/transcript/captions';
import { UsageDetails } from '../features/usage/usage-details';
import { ProgressBar } from '../features/verdict/progress-bar';
import { pathTo } from '../lib/address';
import type { CallRequest, Public } from '../lib/api/types.gen';
import { consentOf, sentConsent } from '../lib/consent';
import { heldCall } from '../lib/held';
import { t } from '../lib/language';
import { navigate, useAddress } from '../lib/navigation';
import { keepPerson } from '../lib/person';
import { userID } from '../lib/user';
import styles from './call.module.css';
import { Offer } from './offer';
import { Talking } from './talking';
import { useCallState } from './use-call-state';
import { useDebriefAfter } from './use-debrief-after';

interface Props {
  request: CallRequest;
  scenario: Public;
  settings: SettingsState;
  onBack: () => void;
  /** resume is a call to go on with; without it there is a new one. */
  resume?: Resume;
}

/**
 * CallScreen is a call from the click to its end card; it must be mounted inside the click. While another call can be
 * gone on with, that one is offered in place of a new one. Before their first call the user is told who hears them, and
 * asked; the click that answers is then the call's.
 */
export function CallScreen({ onHeld, ...props }: Props & { onHeld?: () => void }) {
  const [held] = useState(() => (props.resume === undefined ? heldCall(localStorage, Date.now())?.call : undefined));
  const offer = useEffectEvent(() => {
    if (held === undefined) return;
    navigate(pathTo('call', held), { replace: true });
    onHeld?.();
  });
  useEffect(() => { offer(); }, []);
  const [choice, setChoice] = useState(() => consentOf(localStorage));
  const [resume, setResume] = useState(props.resume);
  if (held !== undefined) return null;
  if (resume === undefined && choice === undefined) {
    const { botname } = props.scenario;
    return <Consent botname={botname} onChoice={(made) => { flushSync(() => { setChoice(made); }); }} onCancel={props.onBack} />;
  }
  const isAgreed = () => {
    const now = consentOf(localStorage);
    if (now !== undefined && now.at === choice?.at) return true;
    flushSync(() => { // another choice begins another call, and none asks
      setResume(undefined);
      setChoice(now);
    });
    return false;
  };
  const request = { ...props.request, ...(choice !== undefined && { consent: sentConsent(choice) }) };
  return <Calling key={choice?.at} {...props} {...{ request, resume, isAgreed }} />;
}

interface CallingProps extends Omit<Props, 'resume'> {
  resume: Resume | undefined;
  /** isAgreed reports whether another call may begin by the choice of this one; else the user is led on. */
  isAgreed: () => boolean;
}

function Calling({ request, scenario, settings, onBack, resume, isAgreed }: CallingProps) {
  const [state, emit] = useCallState();
  const { session } = state;
  const { botname } = scenario;
  const [user] = useState(() => userID(localStorage));
  useEffect(() => {
    keepPerson(localStorage, true).catch(() => undefined); // the debrief asks again
  }, []);
  const call = useCall({ ...request, ...(user !== undefined && { user }), resumable: true }, session.phase === 'over', emit, resume);
  const { id } = useAddress();
  usePatience(session, emit);
  useDebriefAfter(state);
  if (session.phase === 'over') {
    const { ticket } = call;
    const back = ticket !== undefined && id !== 'new' ? { call: id, ticket } : resume; // what broke off may be gone on with
    if (session.elsewhere && ticket !== undefined) {
      return (
        <Offer
          title={t('openElsewhere')}
          note={t('openElsewhereNote', { name: botname })}
          go={t('takeBack')}
          onGo={() => { call.start({ call: id, ticket }); }}
          stop={t('allScenes')}
          onStop={() => { navigate('/'); }}
        />
      );
    }
    const again = () => {
      const broken = session.outcome === 'error' ? back : undefined;
      if (broken !== undefined || isAgreed()) call.start(broken);
    };
    return (
      <div className={styles.over}>
        <EndCard session={session} botname={botname} onAgain={again} onOther={onBack}>
          {(session.outcome !== 'error' || state.transcript.length > 0) && <ProgressBar verdict={state.verdict} />}
        </EndCard>
        {state.transcript.length > 0 && (
          <details className={styles.record}>
            <summary>{t('whatWasSaid')}</summary>
            <Captions lines={state.transcript} botname={botname} language={scenario.language} />
          </details>
        )}
        <UsageDetails usage={state.usage} />
      </div>
    );
  }
  if (session.phase === 'connecting') {
    return <Connecting session={session} botname={botname} bot={scenario.bot} onCancel={onBack} onSkipMic={call.skipMic} />;
  }
  if (call.room === undefined) return null; // it has one while the user talks
  const fork = request.from !== undefined || resume !== undefined; // of what is resumed it is not known
  return <Talking {...{ scenario, state, session, call, settings, fork, emit }} room={call.room} />;
}
