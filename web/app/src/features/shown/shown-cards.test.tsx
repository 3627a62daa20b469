import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Card } from '../../lib/rpc/types.gen';
import { ShownCards } from './shown-cards';

afterEach(cleanup);

const question: Card = { id: 'confirm', kind: 'confirm', title: 'Please confirm', text: 'Shall I?', data: { open: true } };
const suite: Card = {
  id: '1.1', kind: 'element', title: 'The suite', text: '', data: {
    name: 'Card', props: { title: 'The suite' }, children: [{ element: { name: 'Button', props: { label: 'How much?' } } }],
  },
};

test('buttons say their words, and a question a yes or no, one at a time', async () => {
  const say = vi.fn(() => Promise.resolve());
  render(<ShownCards language="en" shown={[suite, question]} disabled={false} say={say} />);
  expect(screen.getByRole('region', { name: 'A question' }).textContent).toContain('Shall I?');
  for (const name of ['How much?', 'Yes', 'No']) {
    fireEvent.click(screen.getByRole('button', { name }));
    fireEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => { expect(screen.getByRole('button', { name })).toHaveProperty('disabled', false); });
  }
  expect(say.mock.calls).toEqual([['How much?'], ['Yes.'], ['No.']]);
});

test('an answered question is gone, and what cannot be sent is told', async () => {
  const say = vi.fn(() => Promise.reject(new Error('gone')));
  const { rerender, container } = render(<ShownCards language="en" shown={[suite, question]} disabled={false} say={say} />);
  fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
  expect((await screen.findByRole('alert')).textContent).toContain('could not be sent');
  rerender(<ShownCards language="en" shown={[suite, { ...question, data: { open: false } }]} disabled say={say} />);
  expect(screen.queryByRole('region', { name: 'A question' })).toBeNull();
  expect(screen.getByRole('button', { name: 'How much?' })).toHaveProperty('disabled', true);
  rerender(<ShownCards language="en" shown={[]} disabled={false} say={say} />);
  expect(container.textContent).toBe('');
});
