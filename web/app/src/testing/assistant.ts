import type { AssistantPatch, AssistantState, Message, Task } from '../lib/api/types.gen';

/** What an assistant keeps, for tests. */

export const emptyState: AssistantState = {
  rev: 1, zone: 'Europe/Berlin', tasks: [], listed: [], reminders: [], memories: [], messages: [], confirms: [], cards: [],
};

export const stateOf = (some: Partial<AssistantState>): AssistantState => ({ ...emptyState, ...some });

export const patchOf = (prev: number, some: Partial<AssistantPatch> = {}): AssistantPatch => ({ prev, rev: prev + 1, ...some });

export const task = (id: string, title: string, some: Partial<Task> = {}): Task => ({
  id, title, status: 'pending', priority: 'normal', createdAt: '2026-11-23T09:00:00Z', updatedAt: '2026-11-23T09:00:00Z', ...some,
});

export const message = (id: string, role: 'user' | 'assistant', content: string, some: Partial<Message> = {}): Message => ({
  id, role, content, timestamp: '2026-11-23T09:00:00Z', modality: 'text', ...some,
});
