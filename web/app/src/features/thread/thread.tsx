import { useMemo, type ReactNode } from 'react';
import { GlyphButton } from '../../components/ui/glyph-button';
import { useFollow } from '../../components/use-follow';
import { t } from '../../lib/language';
import { dayWords, localOf } from '../../lib/time';
import { LineView } from './line-view';
import { linesOf, type Thread as Content } from './model';
import { ThreadNews } from './thread-news';
import styles from './thread.module.css';
import type { Chatting } from './use-chats';

interface Props {
  /** content is all that is said and shown; the chats are those of chatting. */
  content: Omit<Content, 'chats'>;
  chatting: Chatting;
  botname: string;
  /** lang is the language the assistant answers in. */
  lang: string;
  now: number;
  /** What is shown before anything was said. */
  intro: ReactNode;
  card: (id: string) => ReactNode;
}

/**
 * Thread is the conversation, typed and spoken. It is not announced as it grows,
 * token by token; ThreadNews says an answer once it is whole.
 */
export function Thread({ content, chatting, botname, lang, now, intro, card }: Props) {
  const { messages, answers, captions, since, cards, zone } = content;
  const { chats } = chatting;
  const lines = useMemo(
    () => linesOf({ messages, chats, answers, captions, since, cards, zone }),
    [messages, chats, answers, captions, since, cards, zone],
  );
  const newest = chats.at(-1)?.id;
  const { box, onScroll, away, toEnd } = useFollow<HTMLDivElement>(lines, newest);
  const today = localOf(now, zone).day;
  return (
    <>
      <div ref={box} onScroll={onScroll} className={styles.log} role="log" aria-live="off" aria-label={t('threadLog')} tabIndex={0}>
        {lines.length === 0 && intro}
        {lines.map((line) => {
          switch (line.kind) {
            case 'day':
              return <p key={line.key} className={styles.day}>{capital(dayWords(line.day, today))}</p>;
            case 'card':
              return <div key={line.key} className={styles.card}>{card(line.card)}</div>;
            default:
              return <LineView key={line.key} line={line} botname={botname} lang={lang} chatting={chatting} />;
          }
        })}
      </div>
      {away && (
        <div className={styles.away}>
          <GlyphButton glyph="down" label={t('threadNewest')} onClick={toEnd} />
        </div>
      )}
      <ThreadNews messages={messages} botname={botname} lang={lang} />
    </>
  );
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
