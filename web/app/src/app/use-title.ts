import { useEffect } from 'react';

/** useTitle names the page's tab, with how much waits for the user, until it goes. */
export function useTitle(name: string, waiting: number): void {
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${name} · Parley`;
    return () => { document.title = 'Parley'; };
  }, [name, waiting]);
}
