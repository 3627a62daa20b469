import { beforeAll } from 'vitest';
import { withMessages } from '../lib/language';

/** Tests of parts that are loaded later find their English messages there. */
beforeAll(() => withMessages(['consent', 'settings', 'held', 'call', 'debrief', 'history', 'desk', 'usage', 'talk'], () => Promise.resolve()));
