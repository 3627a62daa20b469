/** all is a list of the server's, which has null for some that are empty. */
export const all = <T>(list: readonly T[] | null | undefined): readonly T[] => list ?? [];

/** count is a number of things: "1 step", "2 steps". */
export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;
