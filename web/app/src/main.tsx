import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { screens } from './app/screens';
import { chooseLanguage, speak, withMessages } from './lib/language';
import { storedLanguage } from './lib/settings';
import './styles/tokens.css';
import './styles/base.css';

/** The call is a chunk of its own, and livekit-client, two thirds of the page's code, another one below it. */
const loadCall = () => withMessages(['consent', 'settings', 'held', 'call', 'usage', 'talk'], () => import('./app/call-screen'));
const loadSettings = () => withMessages(['consent', 'settings', 'call'], () => import('./app/gallery-settings'));

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const draw = () => {
  createRoot(root).render(
    <StrictMode>
      <App loadCall={loadCall} loadSettings={loadSettings} screens={screens} />
    </StrictMode>,
  );
};
// A language that cannot be loaded leaves English. An await out here would have the build cut what is shared into small files.
speak(chooseLanguage(storedLanguage(localStorage), navigator.languages)).then(draw, draw);
