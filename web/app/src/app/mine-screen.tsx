import { Screen as History } from './history-screen';
import { Screen as Join } from './join-screen';
import { Screen as Ledger } from './ledger-screen';
import type { ScreenProps } from './screens';

/** Screen is what is the user's own: their calls, all that is kept of them, and the way to their other device. */
export function Screen(props: ScreenProps) {
  switch (props.address.page) {
    case 'ledger':
      return <Ledger />;
    case 'join':
      return <Join />;
    default:
      return <History {...props} />;
  }
}
