import { Link } from '../components/link';
import { ConsentSetting } from '../features/consent/consent-setting';
import { MicCheck } from '../features/session/mic-check';
import { Forget } from '../features/settings/forget';
import { LanguageSetting } from '../features/settings/language-setting';
import { NoLimit } from '../features/settings/no-limit';
import { PatienceSlider } from '../features/settings/patience-slider';
import type { SettingsState } from '../features/settings/use-settings';
import { pathTo } from '../lib/address';
import { t } from '../lib/language';

/** GallerySettings is all that is chosen once; the gallery loads it when it is idle. */
export function GallerySettings({ settings }: { settings: SettingsState }) {
  return (
    <>
      <LanguageSetting />
      <PatienceSlider patience={settings.patience} onChange={settings.setPatience} />
      <NoLimit on={settings.noLimit} onChange={settings.setNoLimit} />
      <MicCheck />
      <ConsentSetting />
      <p><Link href={pathTo('ledger')}>{t('dataLink')}</Link></p>
      <Forget />
    </>
  );
}
