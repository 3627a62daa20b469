import { configure } from '@testing-library/react';
import { beforeAll } from 'vitest';
import { withMessages } from '../lib/language';

// What is awaited comes, if late beside all that CI runs: a second was too short once.
configure({ asyncUtilTimeout: 60_000 });

/**
 * Tests of parts that are loaded later find their English messages there, and the portraits, which an avatar asks for
 * by itself: a file of tests that is over before they came would take them from the next one.
 */
beforeAll(async () => {
  await withMessages(['consent', 'settings', 'held', 'call', 'debrief', 'history', 'desk', 'usage', 'talk'], () => Promise.resolve());
  await import('../components/portrait/portrait-of');
});
