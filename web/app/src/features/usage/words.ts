import { language, t, type MessageID } from '../../lib/language';
import { listWords } from '../../lib/lists';
import type { EngineUsage } from '../../lib/rpc/types.gen';
import type { Usage } from './model';

const roles: Readonly<Partial<Record<string, MessageID>>> = { stt: 'usageStt', llm: 'usageLlm', tts: 'usageTts', checker: 'usageChecker' };

/** roleWords says what an engine was there for. */
export function roleWords(role: string): string {
  const id = roles[role];
  return id === undefined ? role : t(id);
}

const number = (n: number): string => new Intl.NumberFormat(language()).format(n);

/** usedWords says what an engine did: "2 requests, 120 tokens read, 30 tokens written". */
export function usedWords(u: EngineUsage): string {
  const about = (what: string) => (u.estimated ? t('usageAbout', { what }) : what);
  const cached = (what: string) => (u.cached_tokens > 0 ? t('usageCached', { what, n: number(u.cached_tokens) }) : what);
  const parts = [
    u.requests > 0 && t('usageRequests', { n: u.requests }),
    u.prompt_tokens > 0 && cached(about(t('usageRead', { n: u.prompt_tokens }))),
    u.completion_tokens > 0 && about(t('usageWritten', { n: u.completion_tokens })),
    u.characters > 0 && t('usageCharacters', { n: u.characters }),
    u.audio_ns > 0 && t(u.role === 'stt' ? 'usageHeard' : 'usageSpoken', { time: timeWords(u.audio_ns) }),
    u.retries > 0 && t('usageRetries', { n: u.retries }),
  ].filter((part) => part !== false);
  return parts.length > 0 ? listWords(parts) : t('usageNothing');
}

function timeWords(ns: number): string {
  const seconds = Math.max(1, Math.round(ns / 1e9));
  if (seconds < 60) return `${seconds}\u00a0s`;
  return `${number(Math.floor(seconds / 60))}\u00a0min ${seconds % 60}\u00a0s`;
}

/** costWords says an engine's cost, or nothing if that is not known. */
export function costWords(u: Pick<EngineUsage, 'priced' | 'cost_usd'>): string {
  if (!u.priced) return '';
  return u.cost_usd === 0 ? t('usageFree') : dollars(u.cost_usd);
}

function dollars(usd: number): string {
  const money = (amount: number, digits: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(language(), { style: 'currency', currency: 'USD', ...digits }).format(amount);
  if (usd < 0.001) return t('usageLess', { cost: money(0.001, { maximumFractionDigits: 3 }) });
  return t('usageAbout', { what: money(usd, usd < 0.1 ? { maximumSignificantDigits: 2 } : {}) });
}

/** totalWords says what the call cost, or nothing if no price or not every one is known. */
export function totalWords(usage: Usage): string {
  const total = usage.reduce((sum, u) => sum + u.cost_usd, 0);
  return total > 0 && usage.every((u) => u.priced) ? dollars(total) : '';
}
