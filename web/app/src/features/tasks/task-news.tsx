import { useEffect, useRef, useState } from 'react';
import type { Task } from '../../lib/api/types.gen';
import { newsOf } from './model';

/** TaskNews says to screen readers what has changed in the list, wherever that was done. */
export function TaskNews({ tasks }: { tasks: readonly Task[] }) {
  const before = useRef(tasks);
  const [news, setNews] = useState('');
  useEffect(() => {
    const words = newsOf(before.current, tasks);
    before.current = tasks;
    if (words !== '') setNews(words);
  }, [tasks]);
  return (
    <p className="hidden" role="status">
      {news}
    </p>
  );
}
