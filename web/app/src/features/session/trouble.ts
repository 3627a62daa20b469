import { t, tell, type Told } from '../../lib/language';
import type { Trouble } from '../../lib/rpc/types.gen';

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
