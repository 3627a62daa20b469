import type { Room } from 'livekit-client';
import { useEffect, useState } from 'react';
import { read, write } from '../settings';

export type DeviceKind = 'audioinput' | 'audiooutput';

const deviceKey = 'parley.device.';

/** storedDevice is the id of the device of that kind which the user has chosen, if they did. */
export const storedDevice = (kind: DeviceKind): string | undefined => read(localStorage, deviceKey + kind) ?? undefined;

/** useDevices are the devices of a kind, with their names once the page may use the microphone; followed as they come and go. */
export function useDevices(kind: DeviceKind): readonly MediaDeviceInfo[] {
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([]);
  useEffect(() => {
    const media = navigator.mediaDevices as MediaDevices | undefined; // not there on pages without https
    let live = true;
    const list = () => {
      media?.enumerateDevices().then(
        (all) => { if (live) setDevices(all.filter((device) => device.kind === kind && device.deviceId !== '')); },
        () => undefined,
      );
    };
    list();
    media?.addEventListener('devicechange', list);
    return () => {
      live = false;
      media?.removeEventListener('devicechange', list);
    };
  }, [kind]);
  return devices;
}

/** chooseDevice has calls use a device from now on, the one under way too. */
export async function chooseDevice(kind: DeviceKind, id: string, room?: Room): Promise<void> {
  write(localStorage, deviceKey + kind, id);
  await room?.switchActiveDevice(kind, id);
}
