import { useId } from 'react';
import { t } from '../../lib/language';
import { useDevices, type DeviceKind } from '../../lib/livekit/devices';
import styles from './session.module.css';

interface Props {
  kind: DeviceKind;
  label: string;
  /** The device's id that is in use; an unknown one is the default. */
  value: string;
  onChoose: (id: string) => void;
}

/** DeviceSelect is the choice of a device; it is not there where there is none. */
export function DeviceSelect({ kind, label, value, onChoose }: Props) {
  const id = useId();
  const devices = useDevices(kind);
  if (devices.length === 0) return null;
  const known = devices.some(({ deviceId }) => deviceId === value);
  return (
    <p className={styles.device}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={known ? value : devices[0]?.deviceId} onChange={(e) => { onChoose(e.target.value); }}>
        {devices.map((device, i) => <option key={device.deviceId} value={device.deviceId}>{device.label || t('deviceNumber', { n: i + 1 })}</option>)}
      </select>
    </p>
  );
}
