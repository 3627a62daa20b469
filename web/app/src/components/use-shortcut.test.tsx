import { fireEvent, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useShortcut } from './use-shortcut';

function Probe({ action }: { action: () => void }) {
  useShortcut('h', action);
  return <input aria-label="text" />;
}

test('the key fires outside of text fields only', () => {
  const action = vi.fn();
  const { getByLabelText, unmount } = render(<Probe action={action} />);
  fireEvent.keyDown(window, { key: 'h' });
  fireEvent.keyDown(window, { key: 'H' });
  expect(action).toHaveBeenCalledTimes(2);
  fireEvent.keyDown(getByLabelText('text'), { key: 'h' });
  fireEvent.keyDown(window, { key: 'h', ctrlKey: true });
  fireEvent.keyDown(window, { key: 'h', repeat: true });
  fireEvent.keyDown(window, { key: 'm' });
  expect(action).toHaveBeenCalledTimes(2);
  unmount();
  fireEvent.keyDown(window, { key: 'h' });
  expect(action).toHaveBeenCalledTimes(2);
});
