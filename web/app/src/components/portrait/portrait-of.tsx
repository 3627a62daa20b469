import { useMemo } from 'react';
import type { PublicBot } from '../../lib/api/types.gen';
import { faceOf } from './derive';
import { Portrait } from './portrait';

interface Props {
  name: string;
  bot: PublicBot | undefined;
  mood: number;
  level: number;
}

/** PortraitOf is the portrait of a scene's character: the face that its file names, or one that fits what it says of it. */
export function PortraitOf({ name, bot: { gender, age, avatar } = {}, mood, level }: Props) {
  const face = useMemo(() => faceOf({ name, gender, age, avatar }), [name, gender, age, avatar]);
  return <Portrait face={face} mood={mood} level={level} />;
}
