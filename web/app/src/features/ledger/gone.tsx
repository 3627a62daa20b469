import { useEffect, useRef } from 'react';
import { Link } from '../../components/link';
import type { Receipt } from '../../lib/api/calls.gen';
import { language, t } from '../../lib/language';
import { kindName } from './kinds';
import styles from './ledger.module.css';

/** told are a receipt's values as they are shown. */
const told = ({ at, bytes, id }: Receipt) => ({
  date: new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(Date.parse(at)),
  bytes: new Intl.NumberFormat(language()).format(bytes),
  id,
});

function Download({ receipt }: { receipt: Receipt }) {
  return (
    <a href={`data:application/json,${encodeURIComponent(JSON.stringify(receipt, null, 2))}`} download={`${receipt.id}.json`}>
      {t('receiptDownload')}
    </a>
  );
}

/** Gone is the receipt of the deletion of everything, which can be kept as a file. */
export function Gone({ receipt }: { receipt: Receipt }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.ledger}>
      <h2 ref={heading} tabIndex={-1}>{t('receiptTitle')}</h2>
      <p>{t('receiptText', { ...told(receipt), n: receipt.calls.length })}</p>
      <p className={styles.row}>
        <Download receipt={receipt} />
        <Link href="/">{t('allScenes')}</Link>
      </p>
    </div>
  );
}

/** Burnt is the receipt of the deletion of one kind, above what is still kept. */
export function Burnt({ receipt }: { receipt: Receipt }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [receipt]);
  return (
    <section className={styles.part} aria-labelledby="burnt">
      <h3 id="burnt" ref={heading} tabIndex={-1}>{t('burnDone')}</h3>
      <p>{t('burnReceipt', { ...told(receipt), kind: kindName(receipt.kind ?? '') })}</p>
      <p><Download receipt={receipt} /></p>
    </section>
  );
}
