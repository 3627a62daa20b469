import { useEffect, useEffectEvent } from 'react';
import { useLater } from '../components/use-later';
import { navigate } from '../lib/navigation';
import { Loading } from './loading';
import type { ScreenProps, Screens } from './screens';

interface Props extends ScreenProps {
  load: NonNullable<Screens[keyof Screens]>;
  /** failure says that it could not be loaded. */
  failure: string;
}

/** LateScreen is a screen that is loaded when it is first opened. */
export function LateScreen({ load, failure, ...props }: Props) {
  const screen = useLater(load);
  const ask = useEffectEvent(screen.ask);
  useEffect(() => { ask(); }, []);
  if (screen.part === undefined) {
    return <Loading failure={failure} failed={screen.failed} onAgain={screen.ask} onCancel={() => { navigate('/'); }} />;
  }
  return <screen.part.Screen {...props} />;
}
