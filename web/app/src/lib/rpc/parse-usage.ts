import { fields, fieldsOf, isCount, isText, type Fields } from './parse';
import { MaxEngines, type EngineUsage, type Usage } from './types.gen';

const roles: readonly unknown[] = ['stt', 'llm', 'tts', 'checker'];

const counts = ['requests', 'retries', 'prompt_tokens', 'cached_tokens', 'completion_tokens', 'audio_ns', 'characters'] as const;

/** parseUsage believes all of a text or nothing. */
export function parseUsage(text: string): Usage | undefined {
  const engines: unknown = fields(text)?.engines;
  if (!Array.isArray(engines) || engines.length > MaxEngines) return undefined;
  const all = engines.map(fieldsOf);
  return all.every(isEngine) ? { engines: all as unknown as EngineUsage[] } : undefined;
}

function isEngine(f: Fields | undefined): boolean {
  return (
    f !== undefined &&
    roles.includes(f.role) &&
    isText(f.engine) &&
    f.engine !== '' &&
    counts.every((name) => isCount(f[name], Number.MAX_SAFE_INTEGER)) &&
    typeof f.estimated === 'boolean' &&
    typeof f.priced === 'boolean' &&
    typeof f.cost_usd === 'number' &&
    f.cost_usd >= 0
  );
}
