import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Agent } from '../../lib/livekit/agent';
import type { Trouble } from '../../lib/rpc/types.gen';
import { FakeRoom } from '../../testing/fake-room';
import type { Session } from './model';
import { Notices } from './notices';

afterEach(cleanup);

const setMicFault = vi.fn();
const show = (micFault: 'denied' | undefined, troubles: Trouble[]) => render(
  <>
    <h2 id="character" tabIndex={-1}>Daniel</h2>
    <Notices
      room={new FakeRoom().room}
      agent={{ callID: 'call_a' } as unknown as Agent}
      session={{ phase: 'talking', troubles } as unknown as Extract<Session, { phase: 'talking' }>}
      botname="Daniel"
      call={{ micFault, setMicFault, start: vi.fn(), ticket: undefined }}
      pause={{ on: false, toggle: vi.fn() }}
      halt={undefined}
      emit={vi.fn()}
      onEnd={vi.fn()}
    />
    <input id="say" aria-label="words" />
  </>,
);
const focused = () => document.activeElement?.id;

test('who has no microphone is led to the text box with one click', () => {
  show('denied', []);
  fireEvent.click(screen.getByRole('button', { name: 'Type instead' }));
  expect(focused()).toBe('say');
  document.getElementById('say')?.blur();
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(focused()).toBe('character');
  expect(setMicFault).toHaveBeenCalledWith(undefined);
});

test('who is not heard any more is led there, who does not hear is not', () => {
  show(undefined, [{ role: 'stt', reason: 'gone', over: false, code: 'fault_away' }, { role: 'tts', reason: 'gone', over: false, code: 'fault_away' }]);
  expect(screen.getAllByRole('button', { name: 'Type instead' }).length).toBe(1);
});
