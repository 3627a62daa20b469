import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Session } from '../features/session/model';
import type { Line } from '../features/transcript/model';
import { sterling } from '../testing/scenario';
import { Said } from './said';
import { newCall } from './use-call-state';

afterEach(cleanup);

const session = { phase: 'talking', reconnecting: false } as Extract<Session, { phase: 'talking' }>;
const view = { captions: true, size: 'usual', reactions: true } as const;
const speech = (id: string, role: 'user' | 'character', text: string, final = true): Line => ({ kind: 'speech', id, role, text, final });

function show(typed: boolean, ...transcript: Line[]) {
  const say = vi.fn(() => Promise.resolve());
  const said = (lines: Line[]) => <Said scenario={sterling} state={{ ...newCall, transcript: lines }} session={session} view={view} typed={typed} say={say} />;
  const { rerender } = render(said(transcript));
  return { say, hear: (...lines: Line[]) => { rerender(said([...transcript, ...lines])); } };
}

const box = () => screen.getByLabelText<HTMLInputElement>('Type to Sterling');

test('the newest line that was misheard is put right in the box, and sent as a turn of its own', () => {
  const { say, hear } = show(false, speech('c0', 'character', 'And?'), speech('u0', 'user', 'hairy kinds the money'), speech('c1', 'character', 'What?'));
  fireEvent.click(screen.getByRole('button', { name: 'I said something else' }));
  expect(box().value).toBe('hairy kinds the money');
  expect(document.activeElement).toBe(box());
  fireEvent.change(box(), { target: { value: 'three times the money' } });
  fireEvent.submit(box());
  expect(say.mock.calls).toEqual([['three times the money']]);
  expect(box().value).toBe('');

  hear(speech('u1', 'user', 'three', false));
  expect(screen.queryByRole('button', { name: 'I said something else' })).toBeNull();
  hear(speech('u1', 'user', 'three times'));
  fireEvent.click(screen.getByRole('button', { name: 'I said something else' }));
  expect(box().value).toBe('three times');
});

test('nothing is misheard where nobody listens, or before the user has said a word', () => {
  show(true, speech('u0', 'user', 'three times'));
  expect(screen.queryByRole('button', { name: 'I said something else' })).toBeNull();
  cleanup();
  show(false, speech('c0', 'character', 'And?'));
  expect(screen.queryByRole('button', { name: 'I said something else' })).toBeNull();
});
