import { memo } from 'react';
import { Icon } from '../../components/ui/icon';
import { Saving } from '../../components/ui/saving';
import type { Message } from '../../lib/api/types.gen';
import { t, useLanguage, type MessageID } from '../../lib/language';
import type { Line } from './model';
import styles from './line.module.css';
import type { Chatting } from './use-chats';

interface Props {
  line: Exclude<Line, { kind: 'day' | 'card' }>;
  botname: string;
  lang: string;
  chatting: Pick<Chatting, 'again' | 'drop'>;
}

/** LineView is one line of the thread. */
export function LineView({ line, botname, lang, chatting }: Props) {
  switch (line.kind) {
    case 'message':
      return <MessageLine message={line.message} clock={line.clock} botname={botname} lang={lang} />;
    case 'mine':
      return (
        <div className={styles.line} data-role="user">
          <span className="hidden">{t('threadYou')} </span>
          <p className={styles.text} data-final={false}>{line.chat.text}</p>
          {line.chat.phase !== 'answering' && <Progress chat={line.chat} chatting={chatting} />}
        </div>
      );
    case 'fault':
      return (
        <div className={styles.line} data-role="assistant">
          <p role="alert" className={styles.fault}>
            {t('threadNoAnswer')} {line.chat.reason}{' '}
            <button type="button" onClick={() => { chatting.again(line.chat); }}>{t('tryAgain')}</button>
          </p>
        </div>
      );
    case 'answer':
      return (
        <div className={styles.line} data-role="assistant" data-failed={line.failed}>
          <span className="hidden">{t('threadBy', { name: botname })} </span>
          {line.text === '' ? <Thinking botname={botname} doing={line.doing} written={line.written} /> : <p className={styles.text} lang={lang}>{line.text}</p>}
        </div>
      );
    case 'caption':
      return (
        <div className={styles.line} data-role={line.caption.role === 'user' ? 'user' : 'assistant'}>
          <span className="hidden">{by(line.caption.role, botname)} </span>
          <p className={styles.text} lang={lang} data-final={line.caption.final || line.caption.role === 'character'}>{line.caption.text}</p>
        </div>
      );
  }
}

function Progress({ chat, chatting }: { chat: Extract<Line, { kind: 'mine' }>['chat'] } & Pick<Props, 'chatting'>) {
  if (chat.phase === 'sending') return <span className={styles.meta}>{t('threadSending')}</span>;
  return (
    <Saving
      what={t('notSent')}
      fault={chat.reason ?? ''}
      onAgain={() => { chatting.again(chat); }}
      onDrop={() => { chatting.drop(chat); }}
    />
  );
}

/** Tools that take a while, and what is done meanwhile; the model itself may have to be loaded first. */
const work: Readonly<Partial<Record<string, MessageID>>> = {
  'model.load': 'workLoad',
  'tasks.plan': 'workPlan',
  'tasks.extract': 'workTasks',
  'digest.today': 'workDay',
  'digest.conversation': 'workTalk',
  'digest.notes': 'workNotes',
  'trips.search': 'workFlights',
  'memory.recall': 'workRecall',
};

/** Thinking is an answer that has not begun: what it is that takes time, and how far it is. */
function Thinking({ botname, doing = '', written = 0 }: { botname: string; doing?: string | undefined; written?: number | undefined }) {
  const what = work[doing];
  return (
    <p className={styles.thinking}>
      <span className="hidden">{t('threadThinking', { name: botname })}</span>
      {what !== undefined && <span className={styles.work}>{written > 0 ? t('workWritten', { what: t(what), n: written }) : t(what)}</span>}
      <i aria-hidden="true" />
      <i aria-hidden="true" />
      <i aria-hidden="true" />
    </p>
  );
}

/** by names who said a line, before it. */
const by = (role: string, botname: string): string => (role === 'user' ? t('threadYou') : t('threadBy', { name: botname }));

interface MessageProps {
  message: Message;
  clock: string;
  botname: string;
  lang: string;
}

const MessageLine = memo(function MessageLine({ message, clock, botname, lang }: MessageProps) {
  useLanguage(); // memoised: drawn anew when it changes
  const cut = message.interrupted === true;
  return (
    <div className={styles.line} data-role={message.role} data-failed={message.failed === true}>
      <span className="hidden">{by(message.role, botname)} </span>
      <p className={styles.text} lang={message.role === 'user' ? undefined : lang}>
        {message.content}
        {cut && '\u2060—'}
      </p>
      <span className={styles.meta}>
        {message.modality === 'voice' && (
          <span className={styles.voice} role="img" aria-label={t('threadSpoken')} title={t('threadSpoken')}>
            <Icon name="mic" />
          </span>
        )}
        <time dateTime={message.timestamp}>{clock}</time>
        {cut && <span>{t('threadCut')}</span>}
        {message.failed === true && <span>{t('threadFailed')}</span>}
      </span>
    </div>
  );
});
