import { engineName, isOffline } from '../lib/engines';

const roles = ['stt', 'llm', 'tts'] as const;

/** enginesLine says which engines hear, think and speak: "Offline: PocketSphinx · understudy · Flite". */
export function enginesLine(engines: Record<string, string>): string {
  const names = roles.map((role) => engines[role]).filter((name) => name !== undefined);
  if (names.length === 0) return '';
  const shown = names.map(engineName).join(' · ');
  return (names.every(isOffline) ? 'Offline: ' : 'Engines: ') + shown;
}
