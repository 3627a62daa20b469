import type { Room } from 'livekit-client';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useShortcut } from '../../components/use-shortcut';
import { AgentError, type Agent } from '../../lib/livekit/agent';
import { t } from '../../lib/language';

export interface Pause {
  on: boolean;
  toggle: () => void;
}

/**
 * usePause stops both clocks and has them go on, by the key P too. told is what the agent says of them: what was asked
 * is shown at once, until the agent says it too. The microphone goes off with a pause, also with one that was there
 * when the page came; only whoever goes on by hand gets it back, as a pause that ends by itself may find nobody.
 */
export function usePause(room: Room, agent: Pick<Agent, 'pause'>, told: boolean, failed: (reason: string) => void): Pause {
  const [asked, setAsked] = useState<boolean>();
  const muted = useRef(false); // by the pause
  const busy = useRef(false);
  if (asked === told) setAsked(undefined); // the agent's word may come after its answer
  const on = asked ?? told;

  const mute = useEffectEvent(() => {
    if (!room.localParticipant.isMicrophoneEnabled) return;
    muted.current = true;
    void room.localParticipant.setMicrophoneEnabled(false);
  });
  useEffect(() => {
    if (on) mute();
  }, [on]);

  const toggle = () => {
    if (busy.current) return;
    busy.current = true;
    setAsked(!on);
    agent.pause(!on).then(
      () => {
        if (!on) return;
        if (muted.current) void room.localParticipant.setMicrophoneEnabled(true);
        muted.current = false;
      },
      (error: unknown) => {
        setAsked(undefined);
        failed(error instanceof AgentError ? error.message : t('notAsked'));
      },
    ).finally(() => { busy.current = false; });
  };
  useShortcut('p', toggle);
  return { on, toggle };
}
