import type { Action } from '../lib/assistant/outbox';
import type { Commands } from '../lib/assistant/use-outbox';
import { Saving } from './ui/saving';

interface Props {
  action: Action | undefined;
  commands: Pick<Commands, 'again' | 'drop'>;
}

/** ActionState says how far an action is that the server has not stored; nothing without one. */
export function ActionState({ action, commands }: Props) {
  if (action === undefined || action.phase === 'held') return null;
  return (
    <Saving
      fault={action.phase === 'failed' ? action.reason ?? '' : undefined}
      onAgain={() => { commands.again(action); }}
      onDrop={() => { commands.drop(action); }}
    />
  );
}
