import { Link } from '../../components/link';
import { pathTo } from '../../lib/address';
import type { Stored } from '../../lib/api/types.gen';
import { language, t, type MessageID } from '../../lib/language';
import styles from './ledger.module.css';

const kinds: Readonly<Partial<Record<string, MessageID>>> = {
  calls: 'kindCalls', profile: 'kindProfile', assistant: 'kindAssistant', checks: 'kindChecks',
};

const dayMS = 86_400_000;

/** until is when the oldest of a kind goes by itself, if it does. */
function until({ days_left: days }: Stored): string {
  if (days === undefined) return t('ledgerForever');
  return t('ledgerUntilDay', { date: new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(Date.now() + days * dayMS) });
}

/** StoredTable is all that is kept of the user, a row for each kind. */
export function StoredTable({ stored }: { stored: readonly Stored[] }) {
  const number = new Intl.NumberFormat(language());
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {(['ledgerKind', 'ledgerCount', 'ledgerSize', 'ledgerUntil'] as const).map((id) => <th key={id} scope="col">{t(id)}</th>)}
        </tr>
      </thead>
      <tbody>
        {stored.map((one) => {
          const id = kinds[one.kind];
          return (
            <tr key={one.kind}>
              <th scope="row">
                {id === undefined ? one.kind : t(id)}
                {one.kind === 'calls' && <Link href={pathTo('history')} className={styles.single}>{t('ledgerCalls')}</Link>}
              </th>
              <td data-label={t('ledgerCount')}>{number.format(one.count)}</td>
              <td data-label={t('ledgerSize')}>{t('ledgerBytes', { size: number.format(one.bytes) })}</td>
              <td data-label={t('ledgerUntil')}>{until(one)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
