/**
 * One area of Berth's behaviour: a prefix, its name for people, and what holds, by id. An id never changes its meaning
 * and is never given again: tests and docstrings name it.
 */
export type Area<Prefix extends string = string> = {
  prefix: Prefix;
  name: string;
  /** One short line each, in the words of docs/concepts.md. */
  behaviours: Record<`${Prefix}-${number}`, string>;
};

/** Lets the compiler see that every id of an area carries its prefix. */
export function area<const Prefix extends string>(area: Area<Prefix>): Area<Prefix> {
  return area;
}
