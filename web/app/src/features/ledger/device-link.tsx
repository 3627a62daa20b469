import { useState } from 'react';
import { Button } from '../../components/ui/button';
import { pathTo } from '../../lib/address';
import { ApiError } from '../../lib/api/client';
import { makeLink } from '../../lib/api/mine';
import type { LinkReply } from '../../lib/api/types.gen';
import { t } from '../../lib/language';
import { keepPerson } from '../../lib/person';
import styles from './ledger.module.css';

/** DeviceLink makes the code that carries the user to another device. */
export function DeviceLink() {
  const [link, setLink] = useState<LinkReply>();
  const [fault, setFault] = useState('');
  const make = async () => {
    setFault('');
    try {
      await keepPerson(localStorage, true);
      setLink(await makeLink());
    } catch (error) {
      setFault(t('linkFailed', { reason: error instanceof ApiError ? error.message : t('noAnswer') }));
    }
  };
  return (
    <section className={styles.part} aria-labelledby="link">
      <h3 id="link">{t('linkTitle')}</h3>
      <p>{t('linkNote')}</p>
      <div><Button onClick={() => void make()}>{link === undefined ? t('linkMake') : t('linkAgain')}</Button></div>
      <div role="status">
        {fault}
        {link !== undefined && fault === '' && (
          <>
            <p>{t('linkOpen', { address: location.origin + pathTo('join') })}</p>
            <p className={styles.address}>{location.origin + link.path}</p>
            <p>{t('linkCode')}: <strong className={styles.code}>{link.code}</strong></p>
            <p className="muted">{t('linkValid', { n: Math.round(link.seconds / 60) })}</p>
          </>
        )}
      </div>
    </section>
  );
}
