import { t } from '../lib/language';
import { engineName, isOffline } from '../lib/engines';

const roles = ['stt', 'llm', 'tts'] as const;

/** enginesLine says which engines hear, think and speak: "Offline: PocketSphinx · understudy · Flite". */
export function enginesLine(engines: Record<string, string>): string {
  const names = roles.map((role) => engines[role]).filter((name) => name !== undefined);
  if (names.length === 0) return '';
  return t(names.every(isOffline) ? 'enginesOffline' : 'engines', { names: names.map(engineName).join(' · ') });
}
