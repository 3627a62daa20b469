import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { screens } from './app/screens';
import './styles/tokens.css';
import './styles/base.css';

/** The call is a chunk of its own, and livekit-client, two thirds of the page's code, another one below it. */
const loadCall = () => import('./app/call-screen');

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App loadCall={loadCall} screens={screens} />
  </StrictMode>,
);
