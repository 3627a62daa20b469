import type { Face } from './face';
import { faces } from './faces';

/** Who a face is of. */
export interface Person {
  name: string;
  /** "male", "female", or nothing. */
  gender?: string;
  /** In years; 0 or nothing if nobody said. */
  age?: number;
  /** The id of a face. */
  avatar?: string;
}

const greys = ['#888', '#aaa', '#ddc'];

/** sown is the 32-bit FNV-1a hash of text. */
const sown = (text: string): number =>
  Array.from(text).reduce((hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619), 2166136261) >>> 0;

/** Whose features others are mixed from: those who wear no headset. */
const people = Object.values(faces).filter(({ headset }) => headset !== true);

/**
 * derive is the face of a person without one of their own, mixed of those of the
 * embedded scenes: always the same for the same name, gender and age.
 */
export function derive({ name, gender = '', age = 0 }: Person): Face {
  const pick = <T>(what: string, of: readonly T[]): T => of[(sown(`${what} ${name} ${gender} ${age}`) >>> 9) % of.length] as T;
  const like = people.filter(({ lips, lines = 0, cut }) =>
    (gender === '' || (gender === 'female') === (lips !== undefined)) && cut !== 'cap' && (age > 65 || lines < 3));
  const { cut, jaw, brow, lips, broad } = pick('head', like);
  const { skin, hair } = pick('skin', people.filter(({ lines = 0 }) => lines < 2));
  const { wear, cloth, trim, accent } = pick('clothes', people);
  const { ground, worries } = pick('ground', people);
  const grown = age === 0 || age >= 20;
  return {
    ground, skin, hair: age >= 60 ? pick('grey', greys) : hair, cut, wear, cloth, trim, accent, jaw, brow, broad, worries,
    lips: age === 0 || age >= 16 ? lips : undefined,
    beard: lips === undefined && grown ? pick('beard', ['full', 'short', 'stubble', undefined, undefined]) : undefined,
    glasses: pick('glasses', ['round', 'square', undefined, undefined, undefined, undefined]),
    lines: age >= 70 ? 3 : age >= 50 ? 2 : age >= 40 ? 1 : 0,
  };
}

/** faceOf is the face that a scene names, or one derived from who it is. */
export const faceOf = (person: Person): Face => {
  const { avatar = '' } = person;
  return (Object.hasOwn(faces, avatar) ? faces[avatar] : undefined) ?? derive(person);
};
