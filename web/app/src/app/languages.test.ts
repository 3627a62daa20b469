import { afterEach, expect, test } from 'vitest';
import { foundOf, priceOf, tripOf } from '../features/cards/flights';
import { gistOf } from '../features/cards/model';
import { importedWords } from '../features/memory/model';
import { lateWords, whenWords } from '../features/reminders/model';
import { countWords, newsOf, rowsOf } from '../features/tasks/model';
import { costWords, usedWords } from '../features/usage/words';
import { speak, type Language } from '../lib/language';
import { dayWords } from '../lib/time';
import { task } from '../testing/assistant';
import { flights, plan, summary } from '../testing/cards';

afterEach(() => speak('en'));

const now = Date.parse('2026-11-23T12:00:00Z');
const zone = 'Europe/Berlin';
const [milk, late] = [task('t1', 'Milch'), task('t2', 'Brot', { dueDate: '2026-11-20' })];
const daily = { id: 'r', text: 'x', at: '2026-11-24T09:00:00Z', status: 'scheduled', missedBy: 3 * 86_400 } as const;
const none = {
  role: 'stt', engine: 'sphinx', requests: 0, retries: 0, prompt_tokens: 0, cached_tokens: 0, completion_tokens: 0,
  estimated: false, audio_ns: 0, characters: 0, priced: true, cost_usd: 0.0123,
};
const plain = (words: string) => words.replace(/[\u00a0\u202f]/g, ' ');

/** said is what the assistants' screens say of the same things. */
function said(): string[] {
  const { open } = rowsOf([milk, late], [], [], now, zone);
  const trip = flights.flights;
  if (trip === undefined) throw new Error('no flights');
  return [
    ...['2026-11-22', '2026-11-24', '2026-11-27'].map((day) => dayWords(day, '2026-11-23')),
    countWords(open), newsOf([milk], []), newsOf([], [milk, late]),
    whenWords({ ...daily, rule: 'FREQ=WEEKLY;BYDAY=MO,TU' }, now, zone), whenWords({ ...daily, rule: 'FREQ=DAILY;INTERVAL=2' }, now, zone), lateWords(daily),
    gistOf(summary), gistOf(plan), gistOf(flights), foundOf(trip), tripOf(trip, '2026-11-30'), priceOf({ amount: 1299.5, currency: 'EUR' }),
    importedWords(1, 0), importedWords(3, 1), usedWords({ ...none, requests: 1, prompt_tokens: 1204 }), costWords(none),
  ].map(plain);
}

test.each<[Language, string[]]>([
  ['de', [
    'gestern', 'morgen', 'Fr. 27. Nov.', '2 offen, 1 überfällig', 'Aufgabe gelöscht: Milch.', '2 Aufgaben hinzugefügt.',
    'morgen 10:00, jeden Mo, Di', 'morgen 10:00, alle 2 Tage', 'um 3 Tage verpasst', '3 Termine, 2 überfällig und 1 Wiedervorlage',
    '2 Schritte', 'FRA nach PAR, 3 Möglichkeiten', '12 gefunden, 4 ausgelassen', 'morgen, zurück Do. 3. Dez.', '1.299,50 €',
    '1 Eintrag wurde übernommen.', '3 Einträge wurden übernommen, einer konnte es nicht:', '1 Anfrage, 1.204 Token gelesen', 'etwa 0,012 $',
  ]],
  ['fr', [
    'hier', 'demain', 'ven. 27 nov.', '2 à faire et 1 en retard', 'Tâche supprimée : Milch.', '2 tâches ajoutées.',
    'demain 10:00, chaque lun. et mar.', 'demain 10:00, tous les 2 jours', 'manqué de 3 jours', '3 réunions, 2 en retard et 1 relance',
    '2 étapes', 'FRA vers PAR, 3 options', '12 trouvés et 4 écartés', 'demain, retour jeu. 3 déc.', '1 299,50 €',
    '1 entrée a été reprise.', '3 entrées ont été reprises, 1 n’a pas pu l’être :', '1 requête et 1 204 jetons lus', 'environ 0,012 $US',
  ]],
  ['es', [
    'ayer', 'mañana', 'vie 27 nov', '2 pendientes y 1 atrasada', 'Tarea eliminada: Milch.', '2 tareas añadidas.',
    'mañana 10:00, cada lun y mar', 'mañana 10:00, cada 2 días', 'con 3 días de retraso', '3 reuniones, 2 atrasadas, 1 seguimiento',
    '2 pasos', 'FRA a PAR, 3 opciones', '12 encontrados y 4 descartados', 'mañana, vuelta jue 3 dic', '1299,50 €',
    'Se tomó 1 entrada.', 'Se tomaron 3 entradas, una no se pudo:', '1 petición y 1204 tokens leídos', 'aprox. 0,012 US$',
  ]],
])('in %s days, numbers, lists and money are said as it is done there', async (language, want) => {
  await speak(language);
  expect(said()).toEqual(want);
});
