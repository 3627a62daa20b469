import { useEffect } from 'react';

/** useTitle names the page's tab, with how much waits for the user, until it goes; the gallery has no name of its own. */
export function useTitle(name: string, waiting = 0): void {
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${name === '' ? '' : `${name} · `}Parley`;
    return () => { document.title = 'Parley'; };
  }, [name, waiting]);
}
