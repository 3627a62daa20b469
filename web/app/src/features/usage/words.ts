import type { EngineUsage } from '../../lib/rpc/types.gen';
import type { Usage } from './model';

const roles: Record<string, string> = { stt: 'Listening', llm: 'Thinking', tts: 'Speaking', checker: 'Checking' };

/** roleWords says what an engine was there for. */
export const roleWords = (role: string): string => roles[role] ?? role;

const number = new Intl.NumberFormat('en');

const some = (n: number, one: string, many = `${one}s`) => `${number.format(n)} ${n === 1 ? one : many}`;

/** usedWords says what an engine did: "2 requests, 120 tokens read, 30 written". */
export function usedWords(u: EngineUsage): string {
  const about = u.estimated ? 'about ' : '';
  const cached = u.cached_tokens > 0 ? ` (${number.format(u.cached_tokens)} from its memory)` : '';
  const parts = [
    u.requests > 0 && some(u.requests, 'request'),
    u.prompt_tokens > 0 && `${about}${some(u.prompt_tokens, 'token')} read${cached}`,
    u.completion_tokens > 0 && `${about}${some(u.completion_tokens, 'token')} written`,
    u.characters > 0 && some(u.characters, 'character'),
    u.audio_ns > 0 && `${timeWords(u.audio_ns)} ${u.role === 'stt' ? 'heard' : 'spoken'}`,
    u.retries > 0 && some(u.retries, 'retry', 'retries'),
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : 'nothing';
}

function timeWords(ns: number): string {
  const seconds = Math.max(1, Math.round(ns / 1e9));
  if (seconds < 60) return `${seconds}\u00a0s`;
  return `${number.format(Math.floor(seconds / 60))}\u00a0min ${seconds % 60}\u00a0s`;
}

/** costWords says an engine's cost, or nothing if that is not known. */
export function costWords(u: Pick<EngineUsage, 'priced' | 'cost_usd'>): string {
  if (!u.priced) return '';
  return u.cost_usd === 0 ? 'free, on this machine' : dollars(u.cost_usd);
}

function dollars(usd: number): string {
  if (usd < 0.001) return 'less than $0.001';
  return `about $${usd < 0.1 ? Number(usd.toPrecision(2)) : usd.toFixed(2)}`;
}

/** totalWords says what the call cost, or nothing if no price or not every one is known. */
export function totalWords(usage: Usage): string {
  const total = usage.reduce((sum, u) => sum + u.cost_usd, 0);
  return total > 0 && usage.every((u) => u.priced) ? dollars(total) : '';
}
