import type { Speech } from './api/calls.gen';
import { language, type MessageID } from './language';

/** Unit is how a number is written. */
export type Unit = 'percent' | 'seconds' | 'count' | 'rate';

/** rows are the numbers of how a user speaks, in the order in which they are shown, with their names and definitions. */
export const rows: readonly { id: keyof Speech; unit: Unit; name: MessageID; formula: MessageID }[] = [
  { id: 'share', unit: 'percent', name: 'speechShare', formula: 'speechShareHow' },
  { id: 'wpm', unit: 'rate', name: 'speechPace', formula: 'speechPaceHow' },
  { id: 'pause_s', unit: 'seconds', name: 'speechPause', formula: 'speechPauseHow' },
  { id: 'longest_turn_s', unit: 'seconds', name: 'speechLongest', formula: 'speechLongestHow' },
  { id: 'questions', unit: 'count', name: 'speechQuestions', formula: 'speechQuestionsHow' },
  { id: 'fillers', unit: 'count', name: 'speechFillers', formula: 'speechFillersHow' },
  { id: 'interruptions', unit: 'count', name: 'speechInterruptions', formula: 'speechInterruptionsHow' },
  { id: 'interrupted', unit: 'count', name: 'speechInterrupted', formula: 'speechInterruptedHow' },
  { id: 'after_pushback', unit: 'seconds', name: 'speechPushback', formula: 'speechPushbackHow' },
];

/** show writes a number in the page's language. */
export function show(v: number, unit: Unit): string {
  const format = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language(), options).format(v);
  switch (unit) {
    case 'percent':
      return format({ style: 'percent', maximumFractionDigits: 0 });
    case 'seconds':
      return format({ style: 'unit', unit: 'second', unitDisplay: 'narrow', minimumFractionDigits: 1, maximumFractionDigits: 2 });
    case 'rate':
      return format({ maximumFractionDigits: 0 });
    case 'count':
      return format({ maximumFractionDigits: 1 });
  }
}
