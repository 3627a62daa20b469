import { useState } from 'react';
import { useClock } from '../components/use-clock';
import { CardView } from '../features/cards/card-view';
import { MemoryDialog } from '../features/memory/memory-dialog';
import { CalendarImport } from '../features/memory/calendar-import';
import { ZoneSetting } from '../features/memory/zone-setting';
import { ReminderList } from '../features/reminders/reminder-list';
import { firedOf } from '../features/reminders/model';
import { Forget } from '../features/settings/forget';
import { LanguageSetting } from '../features/settings/language-setting';
import { Settings } from '../features/settings/settings';
import { PatienceSlider } from '../features/settings/patience-slider';
import type { SettingsState } from '../features/settings/use-settings';
import { TaskList } from '../features/tasks/task-list';
import { Composer } from '../features/thread/composer';
import { Intro } from '../features/thread/intro';
import { Thread } from '../features/thread/thread';
import type { Public } from '../lib/api/types.gen';
import { localOf, zoneOr } from '../lib/time';
import { Attention } from './attention';
import { ConnectionNotice } from './connection-notice';
import { AssistantHead, type Pane } from './assistant-head';
import styles from './assistant.module.css';
import { useAssistant } from './use-assistant';
import { useTalk, type LoadTalk } from './use-talk';
import { useTitle } from '../components/use-title';
import { t } from '../lib/language';

interface Props {
  scenario: Public;
  user: string;
  /** Whether this browser could keep the user's id. */
  keeps: boolean;
  username: string;
  settings: SettingsState;
  loadTalk: LoadTalk;
  onBack: () => void;
  onForgotten: () => void;
}

/** Assistant is an assistant at work: the conversation and what it keeps, side by side. */
export function Assistant({ scenario, user, keeps, username, settings, loadTalk, onBack, onForgotten }: Props) {
  const { botname } = scenario;
  const [pane, setPane] = useState<Pane>('chat');
  const [memory, setMemory] = useState(false);
  const talk = useTalk(loadTalk);
  const { kept, placed, live, commands, chatting } = useAssistant(user, scenario.id, talk.calling);
  const now = useClock();
  const { state } = kept;
  const zone = zoneOr(state?.zone);
  const due = state === undefined ? 0 : firedOf(state.reminders).length;
  useTitle(botname, due);

  const messages = state?.messages ?? [];
  const say = (text: string) => {
    talk.setText('');
    if (!talk.say(text)) chatting.say(text, state?.rev ?? 0);
  };
  return (
    <div className={styles.assistant} data-pane={pane}>
      <AssistantHead
        botname={botname}
        bot={scenario.bot}
        title={scenario.title}
        lang={scenario.language}
        open={state?.tasks.filter((task) => task.status === 'pending' || task.status === 'in_progress').length ?? 0}
        due={due}
        pane={pane}
        onPane={setPane}
        talk={{
          ...talk,
          start: () => {
            setPane('chat');
            talk.start();
          },
        }}
        cannotTalk={scenario.unplayable && t('deskCannotCall', { name: botname })}
        onMemory={() => { setMemory(true); }}
        onBack={onBack}
      />
      <ConnectionNotice live={live} known={state !== undefined} />
      <section className={styles.chat} aria-label={t('deskChats')}>
        {state === undefined ? (
          <p className={styles.wait} role="status">{live.connection.state === 'connecting' ? t('opening') : ''}</p>
        ) : (
          <Thread
            content={{ messages, answers: kept.answers, captions: talk.voice?.captions, since: talk.since, cards: placed.places, zone }}
            chatting={chatting}
            botname={botname}
            lang={scenario.language}
            now={now}
            intro={
              <Intro
                botname={botname}
                bot={scenario.bot}
                lang={scenario.language}
                description={scenario.description ?? scenario.goal}
                kept={keeps}
                examples={examples[scenario.id] ?? anyExamples}
                onExample={talk.setText}
              />
            }
            card={(id) => {
              const card = state.cards.find((one) => one.id === id);
              const place = placed.places.find((one) => one.id === id);
              if (card === undefined) return null;
              const count = place?.count ?? 0;
              return <CardView key={count} card={card} lang={scenario.language} fresh={count > 0} tasks={state.tasks} today={localOf(now, zone).day} />;
            }}
          />
        )}
        <Attention state={state} lang={scenario.language} places={placed.places} now={now} commands={commands}>
          {talk.view({
            request: { scenario: scenario.id, username, user },
            botname,
            bot: scenario.bot,
            settings,
            last: messages.at(-1)?.id,
          })}
        </Attention>
        <Composer botname={botname} text={talk.text} fault={talk.fault} onText={talk.setText} onSay={say} />
      </section>
      <aside className={styles.side} aria-label={t('deskKept')}>
        <TaskList tasks={state?.tasks ?? noTasks} listed={state?.listed ?? noIDs} zone={zone} botname={botname} commands={commands} />
        <ReminderList reminders={state?.reminders ?? []} now={now} zone={zone} commands={commands} />
      </aside>
      {memory && (
        <MemoryDialog memories={state?.memories ?? []} botname={botname} commands={commands} onClose={() => { setMemory(false); }}>
          <ZoneSetting zone={state?.zone ?? ''} commands={commands} />
          <CalendarImport user={user} />
          <Settings>
            <LanguageSetting />
            <PatienceSlider patience={settings.patience} onChange={settings.setPatience} />
          </Settings>
          <Forget onForgotten={onForgotten} />
        </MemoryDialog>
      )}
    </div>
  );
}

/** What one may begin with, by scene. */
const anyExamples = ['Add task: Buy milk tomorrow', 'What is on for today?', 'Remind me at 5 to call the dentist', 'Plan my week'];
const examples: Record<string, string[]> = { taskAgent: ['Add task: Buy milk tomorrow', 'What is on my list?', 'Done 1'] };

const noTasks: never[] = [];
const noIDs: never[] = [];
