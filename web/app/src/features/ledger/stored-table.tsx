import { Link } from '../../components/link';
import { pathTo } from '../../lib/address';
import type { Receipt } from '../../lib/api/calls.gen';
import { deleteKind } from '../../lib/api/mine';
import type { Stored } from '../../lib/api/types.gen';
import { language, t } from '../../lib/language';
import { Erase } from './erase';
import { isBurnable, kindName, lossOf } from './kinds';
import styles from './ledger.module.css';

const dayMS = 86_400_000;

/** until is when the oldest of a kind goes by itself, if it does. */
function until({ days_left: days }: Stored): string {
  if (days === undefined) return t('ledgerForever');
  return t('ledgerUntilDay', { date: new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(Date.now() + days * dayMS) });
}

interface Props {
  stored: readonly Stored[];
  /** onBurnt is given the receipt of a kind that was deleted. */
  onBurnt: (receipt: Receipt) => void;
}

/** StoredTable is all that is kept of the user, a row for each kind, with what deletes it. */
export function StoredTable({ stored, onBurnt }: Props) {
  const number = new Intl.NumberFormat(language());
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {(['ledgerKind', 'ledgerCount', 'ledgerSize', 'ledgerUntil'] as const).map((id) => <th key={id} scope="col">{t(id)}</th>)}
          <th scope="col"><span className="hidden">{t('burnColumn')}</span></th>
        </tr>
      </thead>
      <tbody>
        {stored.map((one) => (
          <tr key={one.kind}>
            <th scope="row">
              {kindName(one.kind)}
              {one.kind === 'calls' && <Link href={pathTo('history')} className={styles.single}>{t('ledgerCalls')}</Link>}
            </th>
            <td data-label={t('ledgerCount')}>{number.format(one.count)}</td>
            <td data-label={t('ledgerSize')}>{t('ledgerBytes', { size: number.format(one.bytes) })}</td>
            <td data-label={t('ledgerUntil')}>{until(one)}</td>
            <td className={styles.burn}>
              {isBurnable(one) && (
                <Erase
                  title={t('burnOf', { kind: kindName(one.kind) })} sure={lossOf(one.kind)} yes={t('burnYes')}
                  erase={() => deleteKind(one.kind)} onGone={onBurnt}
                >
                  {t('burn')}<span className="hidden"> {kindName(one.kind)}</span>
                </Erase>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
