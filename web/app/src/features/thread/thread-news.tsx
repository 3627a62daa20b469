import { useEffect, useRef, useState } from 'react';
import type { Message } from '../../lib/api/types.gen';
import { t } from '../../lib/language';

interface Props {
  messages: readonly Message[];
  botname: string;
  lang: string;
}

/** ThreadNews says a typed answer to screen readers once it is whole; one that was spoken has been heard. */
export function ThreadNews({ messages, botname, lang }: Props) {
  const newest = messages.findLast((message) => message.role === 'assistant');
  const seen = useRef(newest?.id);
  const [news, setNews] = useState('');
  useEffect(() => {
    if (newest === undefined || newest.id === seen.current) return;
    const first = seen.current === undefined && messages.length > 2; // the conversation so far
    seen.current = newest.id;
    if (newest.modality === 'text' && !first) setNews(`${t('threadBy', { name: botname })} ${newest.content}`);
  }, [newest, botname, messages.length]);
  return (
    <p className="hidden" role="status" lang={lang}>
      {news}
    </p>
  );
}
