import { useEffect, useRef } from 'react';
import { Link } from '../../components/link';
import type { Receipt } from '../../lib/api/calls.gen';
import { language, t } from '../../lib/language';
import styles from './ledger.module.css';

/** Gone is the receipt of a deletion, which can be kept as a file. */
export function Gone({ receipt }: { receipt: Receipt }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const date = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(Date.parse(receipt.at));
  const bytes = new Intl.NumberFormat(language()).format(receipt.bytes);
  return (
    <div className={styles.ledger}>
      <h2 ref={heading} tabIndex={-1}>{t('receiptTitle')}</h2>
      <p>{t('receiptText', { date, n: receipt.calls.length, bytes, id: receipt.id })}</p>
      <p className={styles.row}>
        <a href={`data:application/json,${encodeURIComponent(JSON.stringify(receipt, null, 2))}`} download={`${receipt.id}.json`}>
          {t('receiptDownload')}
        </a>
        <Link href="/">{t('allScenes')}</Link>
      </p>
    </div>
  );
}
