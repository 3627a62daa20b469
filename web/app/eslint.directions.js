// Who may import whom: app may use everything, a feature only components and
// lib, components only lib. Features never import each other.
const features = ['scenario', 'session', 'transcript', 'verdict', 'hint', 'reaction', 'settings', 'usage',
  'thread', 'tasks', 'cards', 'reminders', 'memory'];

const forbid = (files, patterns) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

// Only lib/livekit takes values from livekit-client; others may name its types.
// LiveKit's hooks are there for the tests alone.
const livekit = [
  { group: ['livekit-client'], allowTypeImports: true, message: 'Take it from lib/livekit.' },
  { group: ['@livekit/*'], message: 'The page has hooks of its own: lib/livekit/use-room.ts.' },
];

export const directions = [
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/lib/livekit/**', 'src/testing/**', 'src/**/*.test.{ts,tsx}'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: livekit }] },
  },
  ...features.map((own) =>
    forbid(
      [`src/features/${own}/**`],
      [
        { group: features.filter((f) => f !== own).map((f) => `**/${f}/*`), message: 'Features do not import each other.' },
        { group: ['**/app/*'], message: 'Features do not know the app around them.' },
      ],
    ),
  ),
  forbid(['src/components/**'], [{ group: ['**/features/**', '**/app/*'], message: 'Components are dumb.' }]),
  forbid(['src/lib/**'], [{ group: ['**/features/**', '**/app/*', '**/components/**'], message: 'lib stands below the rest.' }]),
];
