import { useId, useMemo } from 'react';
import { ActionState } from '../../components/action-state';
import type { Commands } from '../../lib/assistant/use-outbox';
import { t } from '../../lib/language';
import styles from './memory.module.css';
import { knownZones, zonesOf } from './model';

interface Props {
  zone: string;
  commands: Commands;
}

/** ZoneSetting is where the user is: "tomorrow at nine" is nine there. */
export function ZoneSetting({ zone, commands }: Props) {
  const id = useId();
  const zones = useMemo(() => zonesOf(zone, knownZones()), [zone]);
  const action = commands.outbox.findLast((one) => one.command.type === 'profile');
  return (
    <div className={styles.setting}>
      <label htmlFor={id}>{t('zoneYours')}</label>
      <select id={id} value={zone} onChange={(e) => { commands.send({ type: 'profile', zone: e.target.value }); }}>
        {zone === '' && <option value="">{t('zoneNone')}</option>}
        {zones.map((name) => (
          <option key={name} value={name}>{name.replaceAll('_', ' ')}</option>
        ))}
      </select>
      <ActionState action={action} commands={commands} />
    </div>
  );
}
