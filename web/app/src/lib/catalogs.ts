import type { Messages } from '@lingui/core';

/** The messages of all parts but the gallery, by their paths from here, each loaded when it is called. */
export const catalogs = import.meta.glob<Messages>(['../messages/*/*.json', '!../messages/gallery/*.json'], { import: 'default' });
