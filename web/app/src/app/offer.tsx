import { useEffect, useRef } from 'react';
import { Button } from '../components/ui/button';
import { CallIcon } from '../components/ui/call-icon';
import styles from './call.module.css';

interface Props {
  title: string;
  note: string;
  /** until says how long it is offered, if it is not for ever. */
  until?: string | undefined;
  go: string;
  onGo: () => void;
  stop: string;
  onStop: () => void;
}

/** Offer offers a call that is held to be gone on with here, and takes the focus once. */
export function Offer({ title, note, until, go, onGo, stop, onStop }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.offer}>
      <h2 ref={heading} tabIndex={-1}>{title}</h2>
      <p>{note}</p>
      {until !== undefined && <p role="timer" className="muted">{until}</p>}
      <div className={styles.offerRow}>
        <Button look="main" icon={<CallIcon />} onClick={onGo}>{go}</Button>
        <Button onClick={onStop}>{stop}</Button>
      </div>
    </section>
  );
}
