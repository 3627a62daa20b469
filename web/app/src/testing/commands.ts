import { vi } from 'vitest';
import type { AssistantCommand } from '../lib/api/types.gen';
import type { Action, Outbox } from '../lib/assistant/outbox';

/** fakeCommands are commands that are sent nowhere, with an outbox as the test wants it. */
export const fakeCommands = (outbox: Outbox = []) => ({
  outbox,
  send: vi.fn<(command: AssistantCommand, holdMS?: number) => string>(() => 'a1'),
  again: vi.fn<(action: Action) => void>(),
  drop: vi.fn<(action: Action) => void>(),
});

/** lessMotion is a browser whose user prefers less motion; jsdom has no media queries. */
export const lessMotion = () => { vi.stubGlobal('matchMedia', () => ({ matches: true })); };
