// A front end of LiveKit's hooks alone, as agent-starter-react is one: it knows
// nothing of this agent. It is built for the tests and never shipped.
import { RoomAudioRenderer, SessionProvider, useAgent, useSession, useSessionMessages, useVoiceAssistant } from '@livekit/components-react';
import { Room, RoomEvent, TokenSource } from 'livekit-client';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** What the test asks for, in the address. */
const asked = new URLSearchParams(location.hash.slice(1));
const text = (name: string) => asked.get(name) ?? '';

/** later is after so many milliseconds, as a network or an animation takes. */
const later = (name: string) => new Promise((done) => setTimeout(done, Number(text(name))));

const tokens = TokenSource.custom(async () => {
  if (text('connect') === 'told') await new Promise((done) => { addEventListener('connect', done, { once: true }); });
  return { serverUrl: text('url'), participantToken: text('token') };
});

// livekit-client 2.23 records while it connects by the room's defaults alone.
const room = new Room({ publishDefaults: { preConnectBuffer: true } });
if (text('mic') === 'once') { // until it is taken
  room.once(RoomEvent.LocalTrackSubscribed, ({ track }) => { if (track) void room.localParticipant.unpublishTrack(track); });
}

function App() {
  const session = useSession(tokens, { room });
  const [mounted, setMounted] = useState(false);
  const [fault, setFault] = useState('');
  const start = () => {
    session.start({ tracks: { microphone: { enabled: text('mic') !== '' } } }).catch((error: unknown) => { setFault(String(error)); });
  };
  const { isConnected } = session;
  useEffect(() => {
    if (isConnected) void later('mount').then(() => { setMounted(true); });
  }, [isConnected]);
  return (
    <SessionProvider session={session}>
      <button onClick={start}>Start</button>
      <p role="alert">{fault}</p>
      <RoomAudioRenderer />
      {mounted && <View />}
    </SessionProvider>
  );
}

function View() {
  const { messages, send } = useSessionMessages();
  const { state, audioTrack } = useVoiceAssistant();
  const agent = useAgent();
  const [draft, setDraft] = useState('');
  return (
    <main>
      <output data-agent={agent.state} data-voice={audioTrack !== undefined}>{state}</output>
      <ol>
        {messages.map((m) => (
          <li key={m.id} data-type={m.type} data-mine={m.from?.isLocal ?? false}>{m.message}</li>
        ))}
      </ol>
      <form onSubmit={(e) => { e.preventDefault(); void send(draft); setDraft(''); }}>
        <input aria-label="Message" value={draft} onChange={(e) => { setDraft(e.target.value); }} />
      </form>
    </main>
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App />);
