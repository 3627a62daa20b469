import { t } from './language';
import { Phrases, type Phrase, type Trouble } from './rpc/types.gen';

/** Told is a sentence, and the language it is in where that is not the page's. */
export interface Told {
  text: string;
  lang: 'en' | undefined;
}

const known: ReadonlySet<string> = new Set(Phrases);

const isKnown = (code: string | undefined): code is Phrase => code !== undefined && known.has(code);

/**
 * tell says what the agent or the server said by a code, in the page's language; without a code, or by one that a newer
 * server has, it is the English words. The messages are those of the call.
 */
export const tell = (code: string | undefined, words: string, values?: Record<string, string>): Told =>
  isKnown(code) ? { text: t(code, values), lang: undefined } : { text: words, lang: 'en' };

/** tellTrouble says what is wrong with which service of a call, and who serves in its place; the page itself says troubles of the call. */
export function tellTrouble({ role, code, reason, engine }: Trouble): Told {
  const fault = tell(code, reason);
  if (role === 'call') return { ...fault, lang: undefined };
  const service = serviceWords(role);
  if (fault.lang !== undefined || service === undefined) return { text: reason, lang: 'en' };
  if (engine === undefined) return { text: t('troubleOf', { service, fault: fault.text }), lang: undefined };
  return { text: t('troubleTaken', { service, fault: fault.text, engine }), lang: undefined };
}

function serviceWords(role: string): string | undefined {
  switch (role) {
    case 'stt':
      return t('serviceStt');
    case 'llm':
      return t('serviceLlm');
    case 'tts':
      return t('serviceTts');
    case 'checker':
      return t('serviceChecker');
    default:
      return undefined;
  }
}
